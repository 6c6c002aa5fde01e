import { describe, expect, it } from "vitest";
import type { JsonSchema, JsonValue } from "../../model/json.ts";
import { checkSchema } from "./check-schema.ts";
import { prepareSchema } from "./prepare-schema.ts";

const A: JsonSchema = { pattern: "^a$" };

describe("a pattern", () => {
  it.each<[JsonSchema, JsonValue, JsonValue]>([
    [A, "a", "b"],
    [{ properties: { pattern: A } }, { pattern: "a" }, { pattern: "b" }],
    [{ additionalProperties: A }, { x: "a" }, { x: "b" }],
    [{ propertyNames: A }, { a: 1 }, { b: 1 }],
    [{ prefixItems: [{}, A], items: { pattern: "c" } }, [1, "a", "c"], [1, "a", "a"]],
    [{ anyOf: [A, { type: "number" }] }, 1, "b"],
    [{ not: A }, "b", "a"],
    [{ if: A, else: { minLength: 3 } }, "a", "b"],
    [{ $defs: { x: A }, items: { $ref: "#/$defs/x" } }, ["a"], ["b"]],
    [{ shared: A, $ref: "#/shared" }, "a", "b"],
    [{ dependentSchemas: { p: { properties: { q: A } } } }, { p: 1, q: "a" }, { p: 1, q: "b" }],
    [{ pattern: "a", format: "email", allOf: [{ minLength: 1 }] }, "a@example.com", "b@xmple.com"],
    [{ pattern: "a", format: "email" }, "a@example.com", "a"],
  ])("is checked wherever it stands: %j", (schema, good, bad) => {
    expect(checkSchema(schema, good)).toEqual([]);
    expect(checkSchema(schema, bad)).not.toEqual([]);
  });

  it("is named in the message, and the schema stays as it was", () => {
    const schema = Object.freeze({ type: "string", pattern: "^a$" });
    expect(checkSchema(schema, "b")).toEqual([
      { at: "", message: 'Expected a text that matches the pattern "^a$", got "b".' },
    ]);
    expect(Object.keys(schema)).toEqual(["type", "pattern"]);
  });

  it("is never asked about a text that is too long, not even for a no", () => {
    expect(checkSchema({ not: A }, "b".repeat(70_000))).toHaveLength(1);
  });

  it.each<JsonSchema>([
    { pattern: "(?=a)" },
    { pattern: "(a)\\1" },
    { pattern: ["^(a+)+$"] },
    { $defs: { x: { items: { pattern: "a{1000}{1000}" } } } },
    { patternProperties: { a: {} } },
    { not: { patternProperties: {} } },
  ])("is refused with its schema: %j", (schema) => {
    expect(prepareSchema(schema)).toMatchObject({ ok: false });
    expect(checkSchema(schema, {})).toHaveLength(1);
  });

  it("is left alone where it is data", () => {
    const data = { pattern: "(?=a)" };
    const schema = {
      const: data,
      default: data,
      enum: [data],
      examples: [data],
      properties: { patternProperties: {} },
    };
    expect(prepareSchema(schema)).toEqual({ ok: true, schema, patterns: new Map() });
    expect(checkSchema(schema, data)).toEqual([]);
  });
});
