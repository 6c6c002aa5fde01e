import { describe, expect, it } from "vitest";
import fc from "fast-check";
import type { JsonSchema, JsonValue } from "../../model/json.ts";
import { fromTexts } from "./from-texts.ts";
import type { GivenText } from "./from-texts.ts";

function read(member: JsonValue, given: GivenText, more: JsonSchema = {}): JsonValue | undefined {
  return fromTexts({ type: "object", properties: { v: member }, ...more }, { v: given })["v"];
}

const UNION = { anyOf: [{ type: "integer", maximum: 9 }, { type: "string" }] };

describe("what a typed text stands for", () => {
  it.each<[string, JsonValue, GivenText, JsonValue]>([
    ["a text", { type: "string" }, "1", "1"],
    ["a text that looks like null", { type: "string" }, "null", "null"],
    ["an integer", { type: "integer" }, "-12", -12],
    ["an integer beyond what is exact", { type: "integer" }, "9007199254740993", "9007199254740993"],
    ["an integer with a point", { type: "integer" }, "1.0", "1.0"],
    ["an integer with spaces", { type: "integer" }, " 1", " 1"],
    ["an integer with a plus", { type: "integer" }, "+1", "+1"],
    ["an integer in hex", { type: "integer" }, "0x10", "0x10"],
    ["a number", { type: "number" }, "1.5e3", 1500],
    ["a number that is infinite", { type: "number" }, "1e999", "1e999"],
    ["no number", { type: "number" }, "", ""],
    ["true", { type: "boolean" }, "true", true],
    ["false", { type: "boolean" }, "false", false],
    ["another word for true", { type: "boolean" }, "yes", "yes"],
    ["null", { type: "null" }, "null", null],
    ["a list", { type: "array" }, '[1, "a"]', [1, "a"]],
    ["a list that is none", { type: "array" }, "a,b", "a,b"],
    ["an object for a list", { type: "array" }, "{}", "{}"],
    ["an object", { type: "object" }, '{"a": {"b": 1}}', { a: { b: 1 } }],
    ["null for an object", { type: "object" }, "null", "null"],
    ["an object with an end missing", { type: "object" }, '{"a": 1', '{"a": 1'],
    ["anything", {}, "1", "1"],
    ["everything", true, "1", "1"],
    ["no schema", "integer", "1", "1"],
    ["an unknown type", { type: "int" }, "1", "1"],
    ["text before number", { type: ["string", "integer"] }, "1", "1"],
    ["number before text", { type: ["integer", "string"] }, "1", 1],
    ["null before text", { type: ["null", "string"] }, "null", null],
    ["the first branch that takes it", UNION, "9", 9],
    ["the branch that takes it where an earlier one does not", UNION, "10", "10"],
    ["oneOf", { oneOf: [{ type: "boolean" }, { type: "integer" }] }, "1", 1],
    ["allOf", { allOf: [{ description: "x" }, { type: "integer" }] }, "1", 1],
    ["a literal text", { enum: ["1", 1] }, "1", "1"],
    ["a literal number", { enum: ["a", 1] }, "1", 1],
    ["a literal that is not there", { enum: ["a", 1] }, "2", "2"],
    ["a constant", { const: true }, "true", true],
    ["a reference", { $ref: "#/$defs/n" }, "3", 3],
    ["a reference to nothing", { $ref: "#/$defs/none" }, "3", "3"],
    ["a reference elsewhere", { $ref: "https://example.com/n" }, "3", "3"],
    ["a reference into every object", { $ref: "#/constructor" }, "3", "3"],
    ["a reference to itself", { $ref: "#/properties/v" }, "3", "3"],
    ["a reference in a branch", { anyOf: [{ $ref: "#/$defs/n" }, { type: "string" }] }, "x", "x"],
    ["a name given twice", { type: "array", items: { type: "integer" } }, ["1", "x"], [1, "x"]],
    ["a name given twice for a text", { type: "string" }, ["1", "2"], ["1", "2"]],
    [
      "a name given twice for a union",
      { anyOf: [{ type: "null" }, { type: "array", items: { type: "number" } }] },
      ["1"],
      [1],
    ],
  ])("%s", (_what, member, given, value) => {
    expect(read(member, given, { $defs: { n: { type: "integer" } } })).toEqual(value);
  });

  it("reads names that the schema does not know by what it says of others", () => {
    expect(fromTexts({ additionalProperties: { type: "integer" } }, { a: "1" })).toEqual({ a: 1 });
    expect(fromTexts({ additionalProperties: false }, { a: "1" })).toEqual({ a: "1" });
    expect(fromTexts({}, { a: "1" })).toEqual({ a: "1" });
  });

  it("makes own members of every name, and reaches into nothing", () => {
    const schema = { properties: JSON.parse('{"__proto__": {"type": "integer"}}') as JsonValue };
    const values = fromTexts(
      schema,
      Object.fromEntries([
        ["__proto__", "1"],
        ["constructor", "2"],
      ]),
    );
    expect(Object.entries(values)).toEqual([
      ["__proto__", 1],
      ["constructor", "2"],
    ]);
  });

  it("gives every text back as it is where the schema says text", () => {
    fc.assert(fc.property(fc.string(), (text) => read({ type: "string" }, text) === text));
  });

  it("ends for schemas that branch without end", () => {
    const wide = { anyOf: Array.from({ length: 40 }, () => ({ $ref: "#/$defs/n" })) };
    expect(read({ $ref: "#/$defs/n" }, "x", { $defs: { n: wide } })).toBe("x");
  });
});
