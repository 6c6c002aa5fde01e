import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { renderIssue } from "../code-frame.ts";
import { parseManifest } from "../parse-manifest.ts";
import { isCredentialed } from "./is-credentialed.ts";
import { maskValues } from "./mask-values.ts";
import { takeValues } from "./take-values.ts";

const PRINTED = readFileSync(
  new URL("../../../test/vectors/manifest/credentialed-values-printed.json", import.meta.url),
  "utf8",
);

describe("taking values out of a record", () => {
  it("leaves names, lines and everything else", () => {
    const taken = takeValues(PRINTED);
    expect(taken).toEqual({ text: PRINTED.replace('"ghp_..."', "null"), values: { GH_TOKEN: "ghp_..." } });
    expect(parseManifest(taken?.text ?? "", { file: "x.json", layer: "user" }).issues).toEqual([]);
  });

  it.each<[string, string, string, object]>([
    ["several", '{"encrypted_env": {"A": "x", "B": null, "C": "\\"y\\u0041"}}', '{"encrypted_env": {"A": null, "B": null, "C": null}}', { A: "x", C: '"yA' }],
    ["one in a list", '[{"encrypted_env": {"A": "x"}}]', '[{"encrypted_env": {"A": null}}]', { A: "x" }],
    ["an empty one", '{"encrypted_env":{"A":""}}', '{"encrypted_env":{"A":null}}', { A: "" }],
    ["the same text elsewhere", '{"tips":"x","encrypted_env":{"x":"x"}}', '{"tips":"x","encrypted_env":{"x":null}}', { x: "x" }],
  ])("works for %s", (_what, text, stripped, values) => expect(takeValues(text)).toEqual({ text: stripped, values })); // prettier-ignore

  it.each([
    "",
    "{",
    "[]",
    "null",
    '{"encrypted_env": "x"}',
    '{"encrypted_env": ["A"]}',
    '{"encrypted_env": {"A": null}}',
    '{"encrypted_env": {"A": 5}}',
    '{"x": {"encrypted_env": {"A": "x"}}}',
    '{"encrypted_env": {"A": "x"}, "encrypted_env": {"A": "y"}}',
  ])(
    // prettier-ignore
    "finds none in %j",
    (text) => expect(takeValues(text)).toBeNull(),
  );

  it("gives back any value", () => {
    // A file with U+FFFD was damaged on its way, and is not read at all.
    const value = fc.string({ unit: "grapheme" }).filter((text) => !text.includes("\ufffd"));
    const record = fc.dictionary(fc.stringMatching(/^[A-Z_]{1,5}$/), value, { minKeys: 1 });
    fc.assert(
      fc.property(record, fc.nat(4), (values, indent) => {
        const text = JSON.stringify({ binary_name: "x", encrypted_env: values, tips: "t" }, null, indent);
        const taken = takeValues(text);
        expect(taken?.values).toEqual(values);
        expect(JSON.parse(taken?.text ?? "")).toMatchObject({ encrypted_env: { ...values, ...nulls(values) } });
      }),
    );
  });
});

function nulls(values: object): object {
  return Object.fromEntries(Object.keys(values).map((name) => [name, null]));
}

describe("showing a definition", () => {
  it.each([
    ['{"encrypted_env": {"A": "xyz"}, "tips": "ok"}', '{"encrypted_env": {"A": "***"}, "tips": "ok"}'],
    ['{"tips": "ok", "env": {"A": "xyz", "B": "é"}}', '{"tips": "ok", "env": {"A": "***", "B": "*"}}'],
    ['[{"encrypted_env": "xyz", "tips": "ok"}]', '[{"encrypted_env": "***", "tips": "ok"}]'],
    ['{"encrypted_env": [["xyz"], {"a": {"b": "c"}}], "tips": "env"}', '{"encrypted_env": [["***"], {"a": {"b": "*"}}], "tips": "env"}'],
    ['{"encrypted_env": {"A": "xyz', '{"encrypted_env": {"A": "***'],
    ['{"encrypted_env": {"A": "x\\"yz"}', '{"encrypted_env": {"A": "*****"}'],
    ['{"\\u0065nv": {"A": "xyz"}, "env": 1}', '{"\\u0065nv": {"A": "***"}, "env": 1}'],
    ['{"tips": "env", "A": "xyz"}', '{"tips": "env", "A": "xyz"}'],
    ['env = "x"', 'env = "x"'],
  ])("hides the values of %j", (text, expected) => expect(maskValues(text)).toBe(expected)); // prettier-ignore

  it("never shows a value, wherever a mistake is", () => {
    const line = '{"binary_name": "gh", "encrypted_env": {"GH_TOKEN": "s3cret-value"}, "deny_args": ["(a"], "oops": 1}';
    for (const text of [line, line.replaceAll(", ", ",\n")]) {
      const { issues } = parseManifest(text, { file: "x.json", layer: "user" });
      expect(issues.length).toBeGreaterThan(2);
      for (const issue of issues) expect(renderIssue(issue, text, { color: false })).not.toContain("s3cret");
    }
  });

  it("keeps every place where it is", () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (before, after) => {
        const text = `{"a": ${before} "encrypted_env": ${after}`;
        expect(maskValues(text)).toHaveLength(text.length);
      }),
    );
  });
});

it.each([
  ['{"binary_name": "gh"}', true],
  ['[{"name": "t"}, {"binary_name": "gh"}]', true],
  ['{"\\u0062inary_name": "gh"}', true],
  ['{"name": "t", "command": "date", "description": "binary_name"}', false],
  ['{"name": "t", "parameters": {"properties": {"binary_name": {}}}}', false],
  ["binary_name", false],
  ["[]", false],
  ["null", false],
])("%s is a record: %s", (text, expected) => expect(isCredentialed(text)).toBe(expected));
