import { readdirSync, readFileSync } from "node:fs";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { renderIssue } from "./code-frame.ts";
import { parseManifest } from "./parse-manifest.ts";

const folder = new URL("../../test/vectors/manifest/", import.meta.url);
const sources = readdirSync(folder).map((file) => readFileSync(new URL(file, folder), "utf8"));

/** Any text gives a tool or says why not, and every issue points into the text. */
function check(text: string, format: "whitelist" | "toolclad"): void {
  const { tools, issues } = parseManifest(text, { file: "x.toml", layer: "project", format });
  const hasError = issues.some(({ severity }) => severity === "error");
  expect(tools.length > 0).toBe(!hasError);
  const lines = text.replace(/^\ufeff/, "").split("\n");
  for (const issue of issues) {
    expect(issue.line).toBeGreaterThanOrEqual(1);
    expect(issue.line).toBeLessThanOrEqual(lines.length);
    expect(issue.column).toBeLessThanOrEqual((lines[issue.line - 1]?.length ?? 0) + 1);
    expect(issue.endColumn).toBeGreaterThanOrEqual(issue.column);
    // Nothing that acts on a terminal may come through.
    expect(renderIssue(issue, text, { color: false })).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e]/);
  }
}

const format = fc.constantFrom("whitelist" as const, "toolclad" as const);
const word = fc.constantFrom(
  "name", "kind", "params", "args", "tool", "command", "exec", "template", "type", "x", "__proto__", "constructor",
  "mappings", "conditionals", "defaults", "when", "output", "schema", "toString", "allowed", "values", "pattern",
); // prettier-ignore
const scalar = fc.oneof(
  fc.string().map((text) => JSON.stringify(text)),
  word.map((text) => `"${text}"`),
  fc.constantFrom('"{{x}}"', '"{x}"', '"{_x_flags}"', '"^(a"', "1", "-1", "1.5", "nan", "inf", "true", "2026-01-01", "9223372036854775808", '"sh"', '"-c"'), // prettier-ignore
);
const value = fc.oneof(
  scalar,
  fc.array(scalar, { maxLength: 3 }).map((entries) => `[${entries.join(", ")}]`),
  fc.tuple(word, scalar).map(([key, inner]) => `{ ${key} = ${inner} }`),
);
const line = fc.oneof(
  fc.tuple(word, value).map(([key, inner]) => `${key} = ${inner}`),
  fc.array(word, { minLength: 1, maxLength: 4 }).map((keys) => `[${keys.join(".")}]`),
  fc.array(word, { minLength: 1, maxLength: 2 }).map((keys) => `[[${keys.join(".")}]]`),
);

describe("any text", () => {
  it("random characters", () => {
    fc.assert(fc.property(fc.string({ unit: "binary", maxLength: 200 }), format, check), { numRuns: 500 });
  });

  it("random lines that look like a manifest", () => {
    const text = fc.array(line, { maxLength: 12 }).map((lines) => lines.join("\n"));
    fc.assert(fc.property(text, format, check), { numRuns: 1500 });
  });

  it("manifests with a piece cut out, doubled or replaced", () => {
    const edit = fc.tuple(fc.constantFrom(...sources), fc.nat(), fc.nat(40), fc.oneof(fc.string(), line, scalar));
    const text = edit.map(([source, seed, length, insert]) => {
      const at = seed % (source.length + 1);
      return source.slice(0, at) + insert + source.slice(at + length);
    });
    fc.assert(fc.property(text, format, check), { numRuns: 1500 });
  });
});
