import { readdirSync, readFileSync } from "node:fs";
import fc from "fast-check";
import { expect, it } from "vitest";
import { renderIssue } from "../code-frame.ts";
import { parseManifest } from "../parse-manifest.ts";
import { CREDENTIALED_SHAPE } from "./shape.ts";

const folder = new URL("../../../test/vectors/manifest/", import.meta.url);
const sources = readdirSync(folder)
  .filter((file) => /^credentialed-.*\.json$/.test(file))
  .map((file) => readFileSync(new URL(file, folder), "utf8"));

/** Any text gives tools or says why not; no value of an environment is in what is said or shown. */
function check(text: string): void {
  const { tools, issues } = parseManifest(text, { file: "x.json", layer: "user", format: "credentialed" });
  expect(tools.length > 0).toBe(!issues.some(({ severity }) => severity === "error"));
  for (const issue of issues) {
    const shown = renderIssue(issue, text, { color: false });
    expect(shown).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e]/);
    expect(shown).not.toContain("s3cret");
  }
}

it("any JSON for any key", () => {
  const key = fc.constantFrom(...Object.keys(CREDENTIALED_SHAPE), "__proto__", "constructor", "env");
  const record = fc.dictionary(key, fc.jsonValue());
  const withValues = record.map((found) => ({ ...found, encrypted_env: { A: "s3cret-value", B: ["s3cret"] } }));
  const any = fc.oneof(record, withValues, fc.array(record), fc.jsonValue());
  fc.assert(
    fc.property(any, fc.nat(2), (value, indent) => check(JSON.stringify(value, null, indent))),
    { numRuns: 500 },
  );
});

it("records with a piece cut out, doubled or replaced", () => {
  const edit = fc.tuple(fc.constantFrom(...sources), fc.nat(), fc.nat(40), fc.string());
  const text = edit.map(([source, seed, length, insert]) => {
    const at = seed % (source.length + 1);
    return source.slice(0, at) + insert + source.slice(at + length);
  });
  fc.assert(fc.property(text, checkLoosely), { numRuns: 1000 });
});

/** A cut may turn a value into a key, which is nothing secret. */
function checkLoosely(text: string): void {
  const { tools, issues } = parseManifest(text, { file: "x.json", layer: "user", format: "credentialed" });
  expect(tools.length > 0).toBe(!issues.some(({ severity }) => severity === "error"));
  for (const issue of issues) expect(renderIssue(issue, text, { color: false })).not.toMatch(/[\u0000-\u0009]/);
}
