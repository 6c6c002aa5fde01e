import { describe, expect, it } from "vitest";
import { parseManifest } from "../../manifest/parse-manifest.ts";
import { analyseTool } from "../analyse-tool.ts";
import type { Requirement, Selection } from "./assertion.ts";
import { checkAssertions } from "./check-assertions.ts";
import type { JudgedTool } from "./check-assertions.ts";
import { parseAssertions } from "./parse-assertions.ts";

const judge = (text: string, decision: JudgedTool["decision"] = "ask"): JudgedTool => {
  const [tool] = parseManifest(text, { file: "t.toml", layer: "project" }).tools;
  if (tool === undefined) throw new Error("the tool of this test does not load");
  return { tool, analysis: analyseTool(tool, null), decision };
};
const toText = (name: string, rest = "", params = ""): string =>
  `name = "${name}"\ndescription = "d"\nkind = "command"\nbinary = "echo"\nargs = [${params === "" ? '"x"' : '"{{x}}"'}]\n${rest}\n${params}`;

const READ = judge(toText("repo.log", 'effect = "read"'), "allow");
const WRITE = judge(toText("repo.tag", "", '[params.x]\ntype = "path"\nallowed_prefix = "/srv/a"\n'));
const DESTROY = judge(toText("repo.wipe", 'effect = "destructive"\nenvironment = ["HOME"]'), "allow");

const counterexamples = (
  must: Requirement,
  tools: readonly JudgedTool[],
  selection: Selection = {},
): readonly string[] =>
  checkAssertions([{ name: "a", for: selection, must, line: 1 }], tools).flatMap((result) =>
    result.counterexamples.map(({ tool, key }) => `${tool} ${key}`),
  );

describe("checkAssertions", () => {
  it.each<[string, Requirement, Selection, readonly string[]]>([
    ["only reads", { effect: ["read"] }, {}, ["repo.tag effect", "repo.wipe effect"]],
    ["a selection narrows", { effect: ["read"] }, { name: ["*.log"] }, []],
    ["every destructive tool asks", { decision: ["ask", "deny"] }, { effect: ["destructive"] }, ["repo.wipe decision"]],
    ["paths in the workspace", { paths: ["."] }, {}, ["repo.tag paths"]],
    ["paths below a folder", { paths: [".", "/srv"] }, {}, []],
    ["a folder is not its namesake", { paths: [".", "/sr"] }, {}, ["repo.tag paths"]],
    ["no environment", { environment: [] }, {}, ["repo.wipe environment"]],
    ["only this program", { programs: ["ech*"] }, {}, []],
    ["another program", { programs: ["git"] }, { name: ["repo.log"] }, ["repo.log programs"]],
    ["a human before all", { human_approval: true }, { name: ["repo.tag"] }, ["repo.tag human_approval"]],
    ["a tier for all", { risk: ["low"] }, { name: ["repo.tag"] }, ["repo.tag risk"]],
    ["no free text", { spaces: ["confined"] }, {}, []],
    ["no weak spot", { no_warnings: ["name-for-models"] }, { name: ["repo.log"] }, ["repo.log no_warnings"]],
    ["a schema for all output", { output_schema: true }, { name: ["repo.log"] }, ["repo.log output_schema"]],
  ])("proves or refutes: %s", (_name, must, selection, expected) => {
    expect(counterexamples(must, [READ, WRITE, DESTROY], selection)).toEqual(expected);
  });

  it("counts the tools, so that an empty proof is seen", () => {
    const [result] = checkAssertions(
      [{ name: "a", for: { risk: ["low"] }, must: { effect: ["read"] }, line: 1 }],
      [READ],
    );
    expect(result).toMatchObject({ tools: 0, counterexamples: [] });
  });
});

describe("parseAssertions", () => {
  it("reads what must be so", () => {
    const text =
      '[[assert]]\nname = "low risk never writes"\nfor = { risk = ["info", "low"] }\nmust = { effect = ["read"] }\n';
    expect(parseAssertions(text, "a.toml")).toEqual({
      assertions: [
        { name: "low risk never writes", for: { risk: ["info", "low"] }, must: { effect: ["read"] }, line: 2 },
      ],
      issues: [],
    });
  });

  it.each([
    ["nothing", "", "no-assertions", 1],
    ["a slip in a key", '[[assert]]\nname = "a"\nmust = { efect = ["read"] }\n', "unknown-key", 3],
    ["a slip in a word", '[[assert]]\nname = "a"\nmust = { effect = ["raed"] }\n', "unknown-word", 3],
    ["no requirement", '[[assert]]\nname = "a"\nmust = {}\n', "empty-requirement", 3],
    ["no name", '[[assert]]\nmust = { effect = ["read"] }\n', "missing-key", 1],
    ["a word for a list", '[[assert]]\nname = "a"\nmust = { effect = "read" }\n', "wrong-type", 3],
    ["broken TOML", "[[assert]\n", "syntax", 1],
  ])("refuses %s with its place", (_name, text, code, line) => {
    const { assertions, issues } = parseAssertions(text, "a.toml");
    expect(assertions).toEqual([]);
    expect(issues.map((issue) => [issue.code, issue.line])).toContainEqual([code, line]);
  });
});
