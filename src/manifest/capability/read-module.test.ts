import { hash } from "node:crypto";
import { readFileSync, readdirSync } from "node:fs";
import { beforeAll, describe, expect, it } from "vitest";
import { readBlocks, readPages } from "../../../test/docs/pages.ts";
import { readVectorCases } from "../../../test/support/vector-cases.ts";
import type { CapabilityCeiling, ManifestResult, ModuleEvaluator } from "../manifest.ts";
import { parseManifest } from "../parse-manifest.ts";
import { ALLOW_SHAPE, ANNOTATIONS_SHAPE, COMMAND_SHAPE, MODULE_SHAPE } from "./shape.ts";
import { loadModuleEvaluator } from "./evaluate/load-module-evaluator.ts";

let evaluateModule: ModuleEvaluator;
beforeAll(async () => {
  evaluateModule = await loadModuleEvaluator();
});

function parse(text: string, ceiling?: CapabilityCeiling): ManifestResult {
  return parseManifest(text, { file: "tools/x.ts", layer: "project", evaluateModule, ceiling });
}

/** A module with this `allow` and nothing else of interest. */
function withAllow(allow: string): string {
  return `defineTool({ name: "a.b", description: "d", allow: ${allow} }, () => 1);`;
}

function printed(name: string): string {
  const found = readVectorCases("capability-declarations.txt").find((one) => one.name === name);
  return found?.text ?? "";
}

const text = (value: string): object => ({ kind: "text", text: value });
const param = (name: string): object => ({ kind: "param", name });

describe("the printed examples", () => {
  it("git.sha means what is printed", () => {
    const source = printed("printed example: git.sha");
    const [tool] = parse(source).tools;
    expect(tool).toMatchObject({
      name: "git.sha",
      group: "git",
      effect: "write",
      input: { kind: "schema", schema: { type: "object", properties: {}, additionalProperties: false } },
      origin: { format: "capability", layer: "project", file: "tools/x.ts", line: 1, column: 1 },
      output: { shape: "value", parser: "json", schema: null },
      environment: [],
      limits: { timeoutMs: 300_000, maxStdoutBytes: 8_388_608, maxStderrBytes: 8_388_608 },
    });
    expect(tool?.backend).toEqual({
      kind: "capability",
      module: { sha256: hash("sha256", source, "hex"), index: 0 },
      commands: {
        headSha: {
          run: { kind: "shell", line: 'git -C "$1" rev-parse HEAD', params: ["repo"] },
          params: ["repo"],
          timeoutMs: 120_000,
          environment: [],
          cwd: null,
          output: "text",
          persistent: false,
        },
        clone: {
          run: { kind: "argv", args: [[text("git")], [text("clone")], [param("url")], [param("dest")]] },
          params: ["url", "dest"],
          timeoutMs: 60_000,
          environment: ["SSH_AUTH_SOCK"],
          cwd: "/tmp",
          output: "text",
          persistent: false,
        },
      },
      net: ["api.github.com", "*.github.io"],
      tools: [],
      exposed: false,
    });
  });

  it("dev is kept running", () => {
    const [tool] = parse(printed("printed example: dev")).tools;
    expect(tool?.backend).toMatchObject({
      commands: { dev: { run: { kind: "shell", line: "npm run dev", params: [] }, persistent: true } },
      net: [],
    });
  });
});

describe("readModule", () => {
  it("takes every key over", () => {
    const [tool] = parse(printed("everything there is")).tools;
    expect(tool).toMatchObject({
      title: "All keys",
      version: "1.2.3",
      effect: "read",
      humanApproval: true,
      enabled: false,
      overrides: true,
      limits: { timeoutMs: 5000 },
      output: { schema: { required: ["ok"] } },
      backend: {
        commands: {
          b: { params: ["x"], timeoutMs: 10, environment: ["HOME"], cwd: "sub", output: "lines" },
        },
        net: ["api.example.com", "127.0.0.1", "::1", "*.example.org"],
        tools: ["git.sha"],
        exposed: true,
      },
    });
  });

  it("numbers the tools of a file", () => {
    const { tools } = parse(printed("several in one file"));
    const indexes = tools.map(({ backend }) => (backend.kind === "capability" ? backend.module.index : null));
    expect(tools.map(({ name }) => name)).toEqual(["a.one", "a.two"]);
    expect(indexes).toEqual([0, 1]);
  });

  it.each([
    ["{}", "write"],
    ["{ annotations: { readOnlyHint: true } }", "write"],
    ["{ annotations: { destructiveHint: true } }", "destructive"],
    ["{ annotations: { destructiveHint: true }, effect: 'edit' }", "edit"],
    ["{ effect: 'read' }", "read"],
  ])("%s has the effect %s", (extra, effect) => {
    const source = `defineTool({ name: "a.b", description: "d", allow: { net: "none" }, ...${extra} }, () => 1);`;
    expect(parse(source).tools[0]?.effect).toBe(effect);
  });

  it.each([
    [{ net: null, commands: "argvOnly" } as const, '{ net: "none", commands: { a: "ls" } }', false],
    [{ net: null, commands: "argvOnly" } as const, '{ net: "none", commands: { a: ["ls"] } }', false],
    [{ net: null, commands: "argvOnly" } as const, '{ net: "none", commands: { a: { run: ["ls"] } } }', true],
    [{ net: null, commands: "none" } as const, '{ net: "none", commands: { a: { run: ["ls"] } } }', false],
    [{ net: null, commands: "none" } as const, '{ net: "none", commands: {} }', true],
  ])("under %j, allow %s loads: %s", (ceiling, allow, loads) => {
    expect(parse(withAllow(allow), ceiling).tools.length).toBe(loads ? 1 : 0);
  });

  it.each([
    ["{}", ["a.b"], ["a.b"]],
    ["{ net: [] }", ["a.b"], ["a.b"]],
    ['{ net: ["a.b", "c.d"] }', ["a.b"], ["a.b"]],
    ['{ net: ["c.d"] }', ["a.b"], null],
    ['{ net: ["a.b"] }', [], null],
    ["{}", [], null],
    ['{ net: "none" }', ["a.b"], null],
  ])("allow %s under the hosts %j gives %j", (allow, net, expected) => {
    const [tool] = parse(withAllow(allow), { net, commands: "any" }).tools;
    expect(tool?.backend).toMatchObject({ net: expected });
  });

  it("never widens what is malformed", () => {
    for (const net of ['"a.b"', '["a.b", 5]', "{}", "5", "true", '{ 0: "a.b" }', '["a.b:80"]', "null", "undefined"]) {
      expect(parse(withAllow(`{ net: ${net} }`)).tools).toEqual([]);
    }
  });

  it("keeps names apart from what every object has", () => {
    const [tool] = parse(withAllow('{ net: "none", commands: { constructor: "ls", toString: "ls" } }')).tools;
    expect(tool?.backend).toMatchObject({ commands: { constructor: { timeoutMs: 120_000 }, toString: {} } });
  });

  it("says which part of a call it means", () => {
    const { issues } = parse(withAllow('{ net: "none", commands: { a: { run: ["${x}"] } } }'));
    expect(issues).toMatchObject([
      { code: "placeholder-program", line: 1, column: 1, endColumn: 11, hint: "Write what runs yourself." },
    ]);
    expect(issues[0]?.message).toBe("a placeholder would choose the program (`allow.commands.a.run[0]`)");
  });

  it("does not read modules where nothing evaluates them", () => {
    const { tools, issues } = parseManifest(withAllow("{}"), { file: "x.ts", layer: "user" });
    expect(tools).toEqual([]);
    expect(issues.map(({ code }) => code)).toEqual(["module-not-evaluated"]);
  });

  it("survives an evaluator that throws", () => {
    const broken: ModuleEvaluator = () => {
      throw new Error("gone");
    };
    const { issues } = parseManifest("", { file: "x.ts", layer: "user", evaluateModule: broken });
    expect(issues.map(({ code }) => code)).toEqual(["module-crash"]);
  });

  it("bounds lists before it compares their entries", () => {
    const many = parse(
      withAllow("{ net: Array.from({ length: 20000 }, (_, i) => `h${i}.example.com`).slice(0, 9000) }"),
    );
    expect(many.issues.map(({ code }) => code)).toEqual(["too-many-entries"]);
  });
});

describe("the files of examples/capability", () => {
  const folder = new URL("../../../examples/capability/", import.meta.url);

  it.each(readdirSync(folder).filter((file) => /\.[jt]s$/.test(file)))("load without a word: %s", (file) => {
    const { tools, issues } = parse(readFileSync(new URL(file, folder), "utf8"));
    expect(issues).toEqual([]);
    expect(tools.length).toBeGreaterThan(0);
  });
});

describe("the pages about modules", () => {
  const page = (name: string): string => readPages().find((one) => one.name.endsWith(name))?.text ?? "";

  it("have a word on every key", () => {
    const keys = [MODULE_SHAPE, ANNOTATIONS_SHAPE, ALLOW_SHAPE, COMMAND_SHAPE].flatMap((shape) => Object.keys(shape));
    const text = page("capability-module-keys.md");
    expect(keys.filter((key) => !text.includes(`| \`${key}\``))).toEqual([]);
  });

  it("show modules that load without a word", () => {
    const guide = readPages().find(({ name }) => name.endsWith("declare-a-capability-module.md"));
    const blocks = guide === undefined ? [] : readBlocks(guide, "js");
    expect(blocks.length).toBe(2);
    for (const block of blocks) expect(parse(block.text).issues).toEqual([]);
  });
});
