import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { Facts } from "../../model/facts.ts";
import { load, toFacts, toRequest, toTool } from "./cedar.fixture.ts";
import type { ShortCall, ShortTool } from "./cedar.fixture.ts";

interface VectorFile {
  /** Lines of one policy file, `/p/test.cedar`. */
  readonly policies: readonly string[];
  readonly tools: readonly ShortTool[];
  readonly default?: "nothing" | "deny";
  readonly environment?: string;
  readonly forbidOnly?: boolean;
  readonly cases: readonly (ShortCall & {
    readonly note: string;
    readonly tool: string;
    readonly facts?: Partial<Facts>;
    readonly effect: "allow" | "ask" | "deny" | "none";
    readonly code?: string;
    readonly reasons?: readonly string[];
  })[];
}

const folder = new URL("../../../test/vectors/policy/cedar/", import.meta.url);
const NAMES = readdirSync(folder).filter((name) => name.endsWith(".json"));

describe.each(NAMES)("%s", (file) => {
  const vectors = JSON.parse(readFileSync(new URL(file, folder), "utf8")) as VectorFile;
  const tools = vectors.tools.map(toTool);
  const { policy, issues } = load("", tools, {
    files: [
      {
        ...{ file: "/p/test.cedar", text: vectors.policies.join("\n"), layer: "user" },
        forbidOnly: vectors.forbidOnly ?? false,
      },
    ],
    default: vectors.default ?? "nothing",
    environment: vectors.environment ?? null,
  });

  it("loads without an error", () => {
    expect(issues.filter(({ severity }) => severity === "error")).toEqual([]);
  });

  it.each(vectors.cases)("$note: $effect", (row) => {
    const tool = tools.find(({ name }) => name === row.tool) ?? toTool({ name: row.tool });
    const answers = policy?.judge(toRequest(tool, row), toFacts(row.facts)) ?? [];
    expect(answers.map(({ source }) => source)).toEqual(answers.map(() => "cedar"));
    expect({
      effect: answers[0]?.verdict ?? "none",
      code: answers[0]?.code,
      reasons: answers.map(({ reason }) => reason),
    }).toEqual({
      effect: row.effect,
      code: row.code,
      reasons: row.reasons ?? [],
    });
  });
});
