import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { JsonBodyPart } from "../../../model/backend.ts";
import { parseTextTemplate } from "./parse-text-template.ts";
import { scanJson } from "./scan-json.ts";
import type { JsonScan } from "./scan-json.ts";

function scan(text: string): JsonScan {
  const parsed = parseTextTemplate(text);
  if (!parsed.ok) throw new Error(parsed.message);
  return scanJson(parsed.parts);
}

function render(parts: readonly JsonBodyPart[], value: string): string {
  const inside = JSON.stringify(value).slice(1, -1);
  return parts
    .map((part) => (part.kind === "text" ? part.text : part.position === "string" ? inside : JSON.stringify(value)))
    .join("");
}

describe("placeholders in JSON", () => {
  it.each([
    '{"{x}": 1}', '{"a{x}": 1}', '{ {x} : 1}', '{"{x}"\n:1}', '{"a": 1{x}}', '{"a": {x}1}', '[{x}{x}]', '[-{x}]', '["a" {x}]',
    '{"a": "\\{x}"}', '{"a": "\\u{x}"}', '{"a": "\\u00{x}41"}', '{"a": "\\\\\\{x}"}', '{"a": {x}', '{x}"a"', '{x}, 1', "'{x}'", "",
  ])("refuses %s", (text) => {
    expect(scan(text).ok).toBe(false);
  }); // prettier-ignore

  it.each([
    ['{"a": "{x}"}', ["string"]],
    ['{"a":{x}}', ["value"]],
    ["[{x} ,{x}]", ["value", "value"]],
    ['{"a": "\\\\{x}", "b": "\\"{x}"}', ["string", "string"]],
    ['{"a:": "{x}", "b": {x}}', ["string", "value"]],
    ["{x}", ["value"]],
    ['{"a": {"b": "{y z} {x}"}}', ["string"]],
  ])("reads %s", (text, expected) => {
    const scanned = scan(text);
    const parts = scanned.ok ? scanned.parts : [];
    expect(parts.flatMap((part) => (part.kind === "text" ? [] : [part.position]))).toEqual(expected);
  });

  it("no value changes the shape of the body", () => {
    const json = fc.letrec<{ value: unknown }>((tie) => ({
      value: fc.oneof(
        { maxDepth: 2 },
        fc.constant("HOLE"),
        fc.string().map((text) => `${text.replaceAll("{", "(")}HOLE`),
        fc.integer(),
        fc.array(tie("value"), { maxLength: 3 }),
        fc.dictionary(
          fc.string().map((key) => key.replaceAll("{", "(")),
          tie("value"),
          { maxKeys: 3, noNullPrototype: true },
        ),
      ),
    })).value;
    fc.assert(
      fc.property(json, fc.string({ unit: "binary" }), (body, value) => {
        const text = JSON.stringify(body).replaceAll("HOLE", "{x}");
        const scanned = scan(text);
        if (!scanned.ok) throw new Error(`${text}: ${scanned.message}`);
        const expected: unknown = JSON.parse(JSON.stringify(body), (_key, member: unknown) =>
          typeof member === "string" ? member.replaceAll("HOLE", () => value) : member,
        );
        expect(JSON.parse(render(scanned.parts, value))).toEqual(expected);
      }),
    );
  });
});
