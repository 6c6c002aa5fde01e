import { describe, expect, it } from "vitest";
import type { ParamSpec } from "../../model/param.ts";
import type { InternalApiShape, ManifestIssue, ToolDraft } from "../manifest.ts";
import { toIssues } from "../toml/issue-log.ts";
import type { IssueLog } from "../toml/issue-log.ts";
import { parseTomlWithPositions } from "../toml/parse-toml.ts";
import { BUILTIN_API_SHAPES } from "./builtin-apis.ts";
import { readWhitelist } from "./read-whitelist.ts";

interface Read {
  readonly draft: ToolDraft;
  readonly issues: readonly ManifestIssue[];
}

function read(text: string, apis?: ReadonlyMap<string, InternalApiShape>): Read {
  const { document } = parseTomlWithPositions(text, "x.toml");
  if (document === null) throw new Error("not TOML");
  const log: IssueLog = { found: [] };
  const [placed] = readWhitelist(document, log, { apis });
  if (placed === undefined) throw new Error("no draft");
  return { draft: placed.draft, issues: toIssues(log, document) };
}

const MINIMAL = 'name = "demo.show"\ndescription = "Shows"\nkind = "command"\nbinary = "printf"\n';
const INTERNAL = 'name = "fs.read"\ndescription = "Reads"\nkind = "internal"\napi = "fs.read_file"\n';

describe("a key of the tool below a [table] line", () => {
  it.each(['[params.x]\ntype = "text"\n', "[params.x]\n", "[constraints]\n"])("is sent to the top, in %j", (table) => {
    const { issues } = read(`${MINIMAL}${table}effect = "read"\n`);
    expect(issues.filter(({ code }) => code === "misplaced-key").map(({ message }) => message)).toEqual([
      "`effect` belongs at the top of the file, above every [table]",
    ]);
  });
});

describe("what a file leaves out", () => {
  it("is filled in: template mode, switched on, a minute, a mebibyte of each stream", () => {
    const { draft, issues } = read(MINIMAL);
    expect(issues).toEqual([]);
    expect(draft).toMatchObject({
      input: { kind: "params", params: [] },
      backend: { kind: "command", binary: "printf", args: [], cwd: null },
      enabled: true,
      effect: "write",
      overrides: false,
      limits: { timeoutMs: 60_000, maxStdoutBytes: 1_048_576, maxStderrBytes: 1_048_576 },
      output: { shape: "process" },
    });
  });

  it("is filled in for an empty [constraints] too", () => {
    expect(read(`${MINIMAL}[constraints]\n`).draft.limits).toEqual(read(MINIMAL).draft.limits);
  });

  it("may be the description, with a warning", () => {
    const { issues } = read('name = "git"\nkind = "command"\nbinary = "git"\n');
    expect(issues.map(({ severity, code }) => [severity, code])).toEqual([["warning", "missing-description"]]);
  });
});

describe("what a file says", () => {
  it("reads all eight types with what belongs to them", () => {
    const { draft, issues } = read(
      `${MINIMAL}args = ["{{a}}", "{{b}}", "{{c}}", "{{d}}", "{{e}}", "{{f}}", "{{g}}", "{{h}}"]
[params]
a = { type = "path", allowed_prefix = "$SESSION_DIR/in" }
b = { type = "duration", default = "01:30:00" }
c = { type = "int", min = 0, max = 100 }
d = { type = "float", min = 0, max = 1.5 }
e = { type = "bool", optional = true }
f = { type = "enum", values = ["json", "csv"] }
g = { type = "text", pattern = "^[a-z]+$", description = "Letters" }
h = { type = "identifier" }
[constraints]
cwd = "$SESSION_DIR/in"
timeout_seconds = 5
`,
    );
    expect(issues).toEqual([]);
    expect(draft.input).toMatchObject({
      params: [
        { name: "a", type: "path", allowedPrefix: "$SESSION_DIR/in", required: true, position: 0 },
        { name: "b", type: "duration", syntax: "whitelist", default: "01:30:00", required: false },
        { name: "c", type: "integer", min: 0, max: 100 },
        { name: "d", type: "number", min: 0, max: 1.5 },
        { name: "e", type: "boolean", required: false, default: undefined },
        { name: "f", type: "enum", values: ["json", "csv"] },
        { name: "g", type: "text", pattern: "^[a-z]+$", description: "Letters" },
        { name: "h", type: "identifier", required: true, position: 7 },
      ],
    });
    expect(draft).toMatchObject({ backend: { cwd: "$SESSION_DIR/in" }, limits: { timeoutMs: 5000 } });
  });

  it("takes a placeholder with spaces for the same parameter as one without", () => {
    const args = (text: string): unknown =>
      read(`${MINIMAL}args = ["${text}"]\n[params.path]\ntype = "path"\n`).draft.backend;
    expect(args("--in={{ path }}")).toEqual(args("--in={{path}}"));
  });

  it.each(["enabled = false", "enabled = true"])("reads %s", (line) => {
    expect(read(`${MINIMAL}${line}\n`).draft.enabled).toBe(line.endsWith("true"));
  });
});

describe("internal tools", () => {
  it("call the API by name, with its effect and a value as the result", () => {
    const { draft, issues } = read(`${INTERNAL}[params.path]\ntype = "path"\n`);
    expect(issues).toEqual([]);
    expect(draft).toMatchObject({
      backend: { kind: "internal", api: "fs.read_file" },
      effect: "read",
      output: { shape: "value", parser: "json" },
    });
  });

  it("keep secret files from a path even where the author says nothing of it", () => {
    const { draft } = read(`${INTERNAL}[params.path]\ntype = "path"\nallowed_prefix = "docs"\n`);
    expect(draft.input).toMatchObject({ params: [{ name: "path", guarded: true, allowedPrefix: "docs" }] });
  });

  it("take on the API's limits where they say none, so that the schema promises what the API takes", () => {
    const { draft } = read(
      'name = "a"\ndescription = "x"\nkind = "internal"\napi = "audit.query"\n[params.limit]\ntype = "int"\nmax = 20\n',
    );
    expect(draft.input).toMatchObject({ params: [{ name: "limit", min: 1, max: 20 }] });
  });

  it("suggest the API that was meant, and say which there are", () => {
    const [issue] = read(INTERNAL.replace("read_file", "read_fil")).issues;
    expect(issue?.message).toContain("did you mean `fs.read_file`?");
    for (const name of BUILTIN_API_SHAPES.keys()) expect(issue?.hint).toContain(name);
  });

  it("say less than their API does never", () => {
    const apis = new Map([["db.drop", { name: "db.drop", effect: "destructive", params: [] } as const]]);
    const text = 'name = "drop"\ndescription = "x"\nkind = "internal"\napi = "db.drop"\n';
    expect(read(text, apis)).toMatchObject({ draft: { effect: "destructive" }, issues: [] });
    expect(read(`${text}effect = "read"\n`, apis).issues).toMatchObject([{ code: "effect-too-low", line: 5 }]);
  });
});

const slot = (param: object): ReadonlyMap<string, InternalApiShape> => {
  const common = { name: "x", description: null, required: true, default: undefined, position: 0 };
  const params = [{ ...common, allowLeadingDash: true, ...param } as ParamSpec];
  return new Map([["t.t", { name: "t.t", effect: "read", params }]]);
};

describe("parameters of an API that a program added", () => {
  const tool = (params: string): string =>
    `name = "t"\ndescription = "x"\nkind = "internal"\napi = "t.t"\n[params.x]\n${params}\n`;

  it.each([
    [{ type: "text", pattern: null, allowEmpty: false, refuseMetacharacters: false }, 'type = "identifier"'],
    [{ type: "content", maxBytes: 10, allowEmpty: true }, 'type = "text"'],
    [{ type: "number", min: null, max: null, clamp: false }, 'type = "int"'],
    [{ type: "boolean", syntax: "whitelist" }, 'type = "bool"'],
    [{ type: "duration", syntax: "whitelist" }, 'type = "duration"'],
    [{ type: "identifier" }, 'type = "enum"\nvalues = ["a"]'],
  ])("%j is filled by %s", (param, written) => {
    expect(read(tool(written), slot(param)).issues).toEqual([]);
  });

  it.each([
    [{ type: "path", syntax: "whitelist", allowedPrefix: null }, 'type = "identifier"'],
    [{ type: "integer", min: null, max: null, clamp: false }, 'type = "float"'],
    [{ type: "identifier" }, 'type = "text"\npattern = "^a$"'],
    [{ type: "json", schema: {} }, 'type = "text"'],
    [{ type: "url", schemes: ["https"], scopeCheck: true }, 'type = "text"'],
    [{ type: "scope_target" }, 'type = "identifier"'],
  ])("%j is not filled by %s", (param, written) => {
    expect(read(tool(written), slot(param)).issues.map(({ code }) => code)).toEqual(["param-type"]);
  });
});
