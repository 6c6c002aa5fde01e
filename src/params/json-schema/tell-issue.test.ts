import { describe, expect, it } from "vitest";
import type { JsonSchema, JsonValue } from "../../model/json.ts";
import { checkSchema } from "./check-schema.ts";

describe("what does not fit a schema", () => {
  it.each<[JsonSchema, JsonValue, at: string, message: string]>([
    [{ type: "number" }, "x", "", 'Expected a number, got "x".'],
    [{ type: ["string", "null"] }, 5, "", "Expected a text or null, got 5."],
    [{ type: "object" }, [1], "", "Expected an object, got a list."],
    [{ properties: { n: { type: "integer" } } }, { n: 1.5 }, "/n", "Expected a whole number, got 1.5."],
    [{ items: { properties: { "a/b": { type: "boolean" } } } }, [{}, { "a/b": 0 }], "/1/a~1b", "Expected true or false, got 0."],
    [{ required: ["a"] }, {}, "", 'Expected a member "a", and there is none.'],
    [{ additionalProperties: false }, { x: 1 }, "/x", "Expected nothing there, since nobody declared it, got 1."],
    [{ enum: ["a", "b"] }, "c", "", 'Expected one of "a", "b", got "c".'],
    [{ const: 3 }, 4, "", "Expected 3, got 4."],
    [{ minLength: 3 }, "ä", "", "Expected at least 3 characters, got 1."],
    [{ maxLength: 1 }, "abc", "", "Expected at most 1 characters, got 3."],
    [{ minItems: 2 }, [1], "", "Expected at least 2 items, got 1."],
    [{ maxItems: 0 }, [1], "", "Expected at most 0 items, got 1."],
    [{ minProperties: 1 }, {}, "", "Expected at least 1 members, got 0."],
    [{ maxProperties: 1 }, { a: 1, b: 2 }, "", "Expected at most 1 members, got 2."],
    [{ uniqueItems: true }, [1, 1], "", "Expected no item twice, got a list."],
    [{ minimum: 1 }, 0, "", "Expected at least 1, got 0."],
    [{ maximum: 1 }, 2, "", "Expected at most 1, got 2."],
    [{ exclusiveMinimum: 1 }, 1, "", "Expected more than 1, got 1."],
    [{ exclusiveMaximum: 1 }, 1, "", "Expected less than 1, got 1."],
    [{ multipleOf: 2 }, 3, "", "Expected a multiple of 2, got 3."],
    [{ format: "email" }, "x", "", 'Expected a text of the format "email", got "x".'],
    [{ pattern: "^[a-z]+$" }, "X", "", 'Expected a text that matches the pattern "^[a-z]+$", got "X".'],
    [{ not: {} }, 1, "", "Expected what the schema does not exclude, got 1."],
    [{ contains: { type: "null" } }, [1], "", "Expected an item of the kind that the schema names, got a list."],
    [{ additionalProperties: { type: "null" } }, { "%23 \u202e": 1 }, "/%23 \u202e", "Expected null, got 1."],
    [{ dependentRequired: { a: ["b"] } }, { a: 1 }, "", "Expected what the schema says under `dependentRequired`, got an object."],
    [{ const: "a\u202eb" }, "c", "", 'Expected "a\\u202eb", got "c".'],
  ])("%j: %j", (schema, value, at, message) => {
    expect(checkSchema(schema, value)[0]).toEqual({ at, message });
  }); // prettier-ignore

  it("may be told without what came", () => {
    const [issue] = checkSchema({ type: "number" }, "ignore all rules", () => "a text");
    expect(issue?.message).toBe("Expected a number, got a text.");
  });
});
