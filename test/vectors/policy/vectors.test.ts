import { readFileSync, readdirSync } from "node:fs";
import path from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { createLineAnalyzer } from "../../../src/call/plan/shell/line-analyzer.ts";
import { evaluateCase } from "../../../src/call/evaluate/evaluate-case.ts";
import { findCaseTool } from "../../../src/call/evaluate/find-case-tool.ts";
import { parseCase } from "../../../src/call/evaluate/parse-case.ts";
import type { PolicyCase, PolicyVerdict } from "../../../src/call/evaluate/policy-case.ts";
import type { JsonObject } from "../../../src/model/json.ts";
import type { Tool } from "../../../src/model/tool.ts";
import { createFsPack } from "../../../src/packs/fs/create-fs-pack.ts";
import { createShellPack } from "../../../src/packs/shell/create-shell-pack.ts";

const FOLDER = import.meta.dirname;
const WORKSPACE = "/w";
/** The share of ordinary commands that may need a human who should not be needed. */
const MOST_FALSE_ASKS = 0.02;
const LEAST_VECTORS = 600;
const LEAST_COMMANDS = 400;

const lines = createLineAnalyzer();
const builtins: readonly Tool[] = [
  ...createFsPack({ workspaceRoots: [WORKSPACE], protectedFolders: [], deny: [] }).tools,
  ...createShellPack().tools,
].map(({ tool }) => tool);

function evaluate(one: PolicyCase): PolicyVerdict {
  return evaluateCase(one, {
    policy: { mode: "default", rules: [], paused: null },
    findTool: (asked) => findCaseTool(asked, () => undefined, builtins),
    workspace: WORKSPACE,
    home: "/home/dev",
    caller: { tenant: "t", principal: "p", agent: "a", roles: ["agent"], credential: "c" },
    analyze: (text) => lines.analyze(text),
  });
}

function readLines(file: string): readonly JsonObject[] {
  return readFileSync(path.join(FOLDER, file), "utf8")
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as JsonObject);
}

// `decide.jsonl` has a form of its own, and a test of its own.
const files = readdirSync(FOLDER).filter((name) => name.endsWith(".jsonl") && name !== "decide.jsonl");

beforeAll(() => lines.prepare());

describe.each(files)("%s", (file) => {
  it.each(readLines(file).map((members) => [members["id"] as string, members] as const))("%s", (_, members) => {
    const parsed = parseCase(members);
    if (!parsed.ok) throw new Error(parsed.message);
    const { effect, code, reasons } = evaluate(parsed.one);
    expect({ effect, code, reasons, why: parsed.one.why }).toMatchObject({ effect: parsed.one.expect });
  });
});

describe("the corpus of ordinary commands", () => {
  const rules = JSON.parse(readFileSync(path.join(FOLDER, "corpus/rules.json"), "utf8")) as JsonObject;
  const commands = readLines("corpus/developer-commands.jsonl");

  it("is large enough, and so are the vectors", () => {
    expect(commands.length).toBeGreaterThanOrEqual(LEAST_COMMANDS);
    expect(files.flatMap(readLines).length).toBeGreaterThanOrEqual(LEAST_VECTORS);
  });

  it("needs a human, or is refused, hardly ever without need, and runs nothing that should not", () => {
    const differences = commands.flatMap(({ id, command, expect: expected }) => {
      const parsed = parseCase({ id: id ?? "", tool: "shell.exec", args: { command: command ?? "" }, cwd: WORKSPACE, ...rules, denyPack: "standard" });
      if (!parsed.ok) throw new Error(parsed.message);
      const verdict = evaluate(parsed.one);
      return verdict.effect === expected ? [] : [{ id, command, expected, got: verdict.effect, reasons: verdict.reasons }];
    });
    const loosened = differences.filter(({ expected, got }) => got === "allow" || expected === "deny");
    expect(loosened).toEqual([]);
    const ordinary = commands.filter((one) => one["expect"] === "allow").length;
    expect({ differences: differences.length, list: differences.length / ordinary > MOST_FALSE_ASKS ? differences : [] }).toEqual({
      differences: differences.length,
      list: [],
    });
  });
});
