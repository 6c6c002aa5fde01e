import { describe, expect, it } from "vitest";
import type { JsonObject, JsonValue } from "../../model/json.ts";
import { isScalarSchema } from "./scalar-schema.ts";
import { toSchemaPlaces } from "./to-schema-places.ts";

const SCHEMA: JsonObject = {
  type: "object",
  properties: {
    text: { type: "string" },
    flag: { enum: ["-l", "-a"] },
    count: { type: "integer" },
    ratio: { type: "number" },
    dry: { type: "boolean" },
    depth: { type: "integer", default: 3 },
    maybe: { type: ["string", "null"] },
    list: { type: "array" },
  },
};

function texts(args: JsonObject): Readonly<Record<string, string>> {
  return Object.fromEntries([...toSchemaPlaces(SCHEMA, args).texts].map(([name, { text }]) => [name, text]));
}

describe("toSchemaPlaces", () => {
  it.each<[JsonObject, Readonly<Record<string, string>>]>([
    [{}, { depth: "3" }],
    [{ text: "a b $(id) {{.x}}\t'\"" }, { text: "a b $(id) {{.x}}\t'\"", depth: "3" }],
    [{ text: "" }, { text: "", depth: "3" }],
    [{ depth: 5 }, { depth: "5" }],
    [
      { count: -7, ratio: 1e-7 },
      { count: "-7", ratio: "1e-7", depth: "3" },
    ],
    [
      { count: -0, ratio: 2.5 },
      { count: "0", ratio: "2.5", depth: "3" },
    ],
    [{ dry: false }, { dry: "false", depth: "3" }],
    [{ maybe: null }, { depth: "3" }],
    [{ list: ["-x\n"], depth: 1 }, { depth: "1" }],
    [{ other: "x\n", constructor: "y", depth: 1 }, { depth: "1" }],
  ])("writes %j", (args, expected) => {
    expect(texts(args)).toEqual(expected);
    expect(toSchemaPlaces(SCHEMA, args).issues).toEqual([]);
  });

  it.each<[JsonObject, string, string]>([
    [{ text: "a\u0000b" }, "text", "characters"],
    [{ text: "a\nb" }, "text", "characters"],
    [{ text: "a\rb" }, "text", "characters"],
    [{ text: "a\u202eb" }, "text", "characters"],
    [{ text: "\ud800" }, "text", "characters"],
    [{ text: "x".repeat(70_000) }, "text", "too_long"],
    [{ count: 2 ** 53 }, "count", "range"],
    [{ ratio: 1e21 }, "ratio", "range"],
    [{ text: { a: 1 } }, "text", "type"],
    [{ text: ["a"] }, "text", "type"],
  ])("refuses %.60j", (args, param, code) => {
    const places = toSchemaPlaces(SCHEMA, args);
    expect(places.issues.map((issue) => [issue.param, issue.code])).toEqual([[param, code]]);
    expect(places.texts.has(param)).toBe(false);
  });

  it("fills defaults in for policies, and never in place of what was sent", () => {
    expect(toSchemaPlaces(SCHEMA, { text: "a" }).values).toEqual({ depth: 3, text: "a" });
    expect(toSchemaPlaces(SCHEMA, { depth: 9 }).values).toEqual({ depth: 9 });
  });

  it.each<[string, JsonValue, boolean, boolean]>([
    ["text", "-x", false, false],
    ["flag", "-l", false, true],
    ["count", -1, true, false],
  ])("tells which %s may begin with a dash", (name, value, numeric, allowLeadingDash) => {
    expect(toSchemaPlaces(SCHEMA, { [name]: value }).texts.get(name)).toMatchObject({ numeric, allowLeadingDash });
  });

  it("does not take what objects inherit for an argument", () => {
    const schema = {
      properties: JSON.parse('{"__proto__": {"type": "string"}, "toString": {"type": "string"}}') as JsonObject,
    };
    expect(toSchemaPlaces(schema, {}).texts.size).toBe(0);
  });
});

describe("isScalarSchema", () => {
  it.each<[JsonValue | undefined, boolean]>([
    [{ type: "string" }, true],
    [{ type: ["integer", "null"] }, true],
    [{ type: "null" }, false],
    [{ type: "object" }, false],
    [{ type: ["string", "array"] }, false],
    [{ enum: ["a", 1, null] }, true],
    [{ enum: [null] }, false],
    [{ enum: ["a", ["b"]] }, false],
    [{ type: "array", enum: ["a"] }, false],
    [{ const: 1 }, true],
    [{ const: {} }, false],
    [{ anyOf: [{ type: "string" }] }, false],
    [{}, false],
    [true, false],
    [undefined, false],
  ])("%j: %s", (schema, expected) => expect(isScalarSchema(schema)).toBe(expected));
});
