import { describe, expect, it } from "vitest";
import type { ParamSpec } from "../../model/param.ts";
import { validateParam } from "../../params/validate-param.ts";
import type { ManifestResult, ToolcladProject } from "../manifest.ts";
import { parseManifest } from "../parse-manifest.ts";
import { parseToolcladProject } from "./project/parse-toolclad-project.ts";

const PROJECT = parseToolcladProject(
  `[types.hostname]
base = "string"
pattern = '^[a-z0-9.-]+$'
[types.severity]
base = "enum"
allowed = ["low", "high"]
[types.level]
base = "enum"
[types.rate]
base = "integer"
min = 1
max = 100
[types.ratio]
base = "number"
min = 0.5
[types.web]
base = "url"
`,
  "toolclad.toml",
).project;

function read(table: string, project: ToolcladProject | null = PROJECT): ManifestResult {
  const text = `[tool]
name = "demo"
description = "x"
[args.x]
${table}
[command]
exec = ["show", "{x}"]
[output]
format = "text"
`;
  return parseManifest(text, { file: "demo.clad.toml", layer: "user", project: project ?? undefined });
}

function specOf({ tools }: ManifestResult): ParamSpec | undefined {
  const input = tools[0]?.input;
  return input?.kind === "params" ? input.params[0] : undefined;
}

const codesOf = ({ issues }: ManifestResult): readonly string[] => issues.map(({ code, line }) => `${code}@${line}`);

describe("types of the project", () => {
  it.each<[string, string, object]>([
    ["its pattern", 'type = "hostname"', { type: "text", pattern: "^[a-z0-9.-]+$", refuseMetacharacters: true }],
    ["its values", 'type = "severity"\ndefault = "low"', { type: "enum", values: ["low", "high"], default: "low" }],
    ["values of the argument", 'type = "level"\nallowed = ["a"]', { type: "enum", values: ["a"] }],
    ["its bounds", 'type = "rate"', { type: "integer", min: 1, max: 100, clamp: false }],
    ["its bounds, clamped", 'type = "rate"\nclamp = true\ndefault = 500', { min: 1, max: 100, clamp: true }],
    ["a bound of the argument", 'type = "ratio"\nmax_float = 2.5', { type: "number", min: 0.5, max: 2.5 }],
    ["schemes of the argument", 'type = "web"\nschemes = ["https"]', { type: "url", schemes: ["https"] }],
    ["required of the argument", 'type = "rate"\nrequired = true', { required: true }],
  ])("give an argument %s", (_what, table, spec) => {
    const result = read(table);
    expect(result.issues).toEqual([]);
    expect(specOf(result)).toMatchObject(spec);
  });

  it.each<[string, string, object]>([
    ["a pattern", "type = \"hostname\"\npattern = '.*'", { pattern: "^[a-z0-9.-]+$" }],
    ["a wider range", 'type = "rate"\nmin = -5', { min: 1, max: 100 }],
    ["a bound in the other spelling", 'type = "ratio"\nmin_float = -9.5', { min: 0.5 }],
    ["other values", 'type = "severity"\nallowed = ["any"]', { values: ["low", "high"] }],
  ])("win over the argument's own: %s", (_what, table, spec) => {
    const result = read(table);
    expect(codesOf(result)).toEqual(["overridden-constraint@6"]);
    expect(specOf(result)).toMatchObject(spec);
  });

  it.each([
    ["a default outside its range", 'type = "rate"\ndefault = 500', ["bad-default@6"]],
    ["a default it does not list", 'type = "severity"\ndefault = "none"', ["bad-default@6"]],
    ["a bound that leaves nothing", 'type = "ratio"\nmax = 0', ["inverted-range@6"]],
    ["values that nobody lists", 'type = "level"', ["missing-key@4"]],
    ["a key of another type", 'type = "rate"\npattern = "^a$"', ["misplaced-key@6"]],
  ])("are checked together with the argument: %s", (_what, table, codes) => {
    expect(codesOf(read(table))).toEqual(codes);
  });

  it.each(["constructor", "toString", "__proto__", "hasOwnProperty", "base"])("are not confused by %s", (name) => {
    expect(codesOf(read(`type = "${name}"`))).toEqual(["unknown-type@5"]);
  });

  it("are suggested by near names, and listed", () => {
    const [issue] = read('type = "hostnam"').issues;
    expect(issue?.message).toBe("unknown type `hostnam`, did you mean `hostname`?");
    expect(issue?.hint).toContain("string, integer");
    expect(issue?.hint).toContain("severity");
    expect(codesOf(read('type = "hostname"', null))).toEqual(["unknown-type@5"]);
  });
});

describe("the profile peer", () => {
  const peer = { types: new Map(), profile: "peer" } as const;
  const context = { sessionFolder: "/s", workspaceRoots: ["/w"], scope: null, scopeRequired: false } as const;
  const isTaken = (table: string, value: string, project: ToolcladProject | null): boolean => {
    const spec = specOf(read(table, project));
    if (spec === undefined) throw new Error("the argument does not load");
    return validateParam(spec, value, context).ok;
  };

  it.each<[string, string, string, strict: boolean, peer: boolean]>([
    ["booleans in any case", 'type = "boolean"', "True", false, true],
    ["but no other words for them", 'type = "boolean"', "yes", false, false],
    ["empty text where none is required", 'type = "string"', "", false, true],
    ["but not where it is", 'type = "string"\nrequired = true', "", false, false],
    ["nor where the author forbids it", 'type = "string"\nallow_empty = false', "", false, false],
    ["the other spelling of options", 'type = "msf_options"', "set A 1", false, true],
    ["fewer URLs", 'type = "url"', "https://example.com/?a=1&b=2", true, false],
    ["no metacharacter", 'type = "string"', "a;b", false, false],
    ["no hexadecimal number", 'type = "integer"', "0x10", false, false],
    ["no absolute path", 'type = "path"', "/etc/passwd", false, false],
    ["no way up in a path", 'type = "path"', "a/..", false, false],
    ["no script as a URL", 'type = "url"', "javascript:alert(1)", false, false],
    ["no zero as a port", 'type = "port"', "0", false, false],
  ])("takes %s", (_what, table, value, strict, wide) => {
    expect([isTaken(table, value, null), isTaken(table, value, peer)]).toEqual([strict, wide]);
  });
});
