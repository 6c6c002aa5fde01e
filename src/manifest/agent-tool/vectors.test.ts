import { describe, expect, it } from "vitest";
import { readVectorCases } from "../../../test/support/vector-cases.ts";
import { parseManifest } from "../parse-manifest.ts";

const cases = readVectorCases("agent-tool-declarations.txt");

describe("agent-tool vectors", () => {
  it("are many", () => expect(cases.length).toBeGreaterThan(80));

  it.each(cases)("$name", ({ expected, text }) => {
    const file = "x.json";
    const { tools, issues } = parseManifest(text, { file, layer: "session", format: "agent-tool" });
    expect(issues.map(({ code, line, column }) => `${code}@${line}:${column}`).sort()).toEqual(expected);
    if (issues.some(({ severity }) => severity === "error")) expect(tools).toEqual([]);
    for (const issue of issues) {
      expect(issue.endColumn).toBeGreaterThanOrEqual(issue.column);
      expect(issue.message).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u200b\u202e]/);
    }
  });
});
