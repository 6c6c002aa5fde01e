import { beforeAll, describe, expect, it } from "vitest";
import { readVectorCases } from "../../../test/support/vector-cases.ts";
import type { ModuleEvaluator } from "../manifest.ts";
import { parseManifest } from "../parse-manifest.ts";
import { loadModuleEvaluator } from "./evaluate/load-module-evaluator.ts";

let evaluateModule: ModuleEvaluator;
beforeAll(async () => {
  evaluateModule = await loadModuleEvaluator();
});

const cases = ["capability-declarations.txt", "capability-allow.txt", "capability-modules.txt"].flatMap((file) =>
  readVectorCases(file).map((one) => ({ ...one, file })),
);

describe("capability vectors", () => {
  it("are many", () => expect(cases.length).toBeGreaterThan(120));

  it.each(cases)("$file: $name", ({ name, expected, text }) => {
    const source = text.replace("PARENTHESES", `${"(".repeat(3000)}1${")".repeat(3000)}`);
    const file = name.endsWith(".js") ? "x.js" : "x.ts";
    const { tools, issues } = parseManifest(source, { file, layer: "user", evaluateModule });
    expect(issues.map(({ code, line, column }) => `${code}@${line}:${column}`).sort()).toEqual(expected);
    expect(tools.length > 0).toBe(!issues.some(({ severity }) => severity === "error"));
    for (const issue of issues) {
      expect(issue.file).toBe(file);
      expect(issue.endColumn).toBeGreaterThanOrEqual(issue.column);
      expect(issue.message).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u202e]/);
    }
  });
});
