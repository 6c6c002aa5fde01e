import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../model/json.ts";
import { toArg } from "./to-arg.ts";

const ROOT: JsonObject = {
  $defs: {
    name: { type: "string", minLength: 2, maxLength: 5 },
    again: { $ref: "#/$defs/name", description: "x" },
    left: { $ref: "#/$defs/right" },
    right: { $ref: "#/$defs/left" },
  },
};

describe("toArg", () => {
  it.each<[JsonObject, JsonObject]>([
    [{ type: "string" }, { type: "string" }],
    [
      { type: "string", pattern: "^[a-z]+$" },
      { type: "string", pattern: "^[a-z]+$" },
    ],
    [
      { type: "string", maxLength: 9 },
      { type: "string", pattern: "^.{0,9}$" },
    ],
    [{ type: "string", minLength: 1 }, { type: "string" }],
    [{ type: "string", format: "uri" }, { type: "url" }],
    [{ type: "string", format: "ipv6" }, { type: "ip_address" }],
    [
      { type: "string", enum: ["a", "b"] },
      { type: "enum", allowed: ["a", "b"] },
    ],
    [{ enum: ["a", null] }, { type: "enum", allowed: ["a"] }],
    [{ const: "a" }, { type: "enum", allowed: ["a"] }],
    [{ type: ["string", "null"] }, { type: "string" }],
    [
      { anyOf: [{ type: "integer" }, { type: "null" }], default: 3 },
      { type: "integer", default: 3 },
    ],
    [{ allOf: [{ $ref: "#/$defs/again" }] }, { type: "string", pattern: "^.{2,5}$" }],
    [
      { type: "integer", minimum: 1.5, maximum: 3.5 },
      { type: "integer", min: 2, max: 3 },
    ],
    [
      { type: "integer", exclusiveMinimum: 1, exclusiveMaximum: 4 },
      { type: "integer", min: 2, max: 3 },
    ],
    [
      { type: "integer", minimum: 1, exclusiveMinimum: true },
      { type: "integer", min: 2 },
    ],
    [{ type: "integer", maximum: 9223372036854775807 }, { type: "integer" }],
    [
      { type: "number", minimum: 0.5, default: 1 },
      { type: "number", min_float: 0.5, default: 1 },
    ],
    [
      { type: "boolean", default: false },
      { type: "boolean", default: false },
    ],
    [{ type: "boolean", enum: [true, false] }, { type: "boolean" }],
  ])("%j becomes %j", (schema, table) => {
    expect(toArg(schema, ROOT)).toEqual({ ok: true, value: { table, lost: expect.any(Array) as unknown } });
  });

  it.each([
    [{}, /may be anything/],
    [true, /not described/],
    [{ type: "array" }, /a list/],
    [{ type: "object" }, /object/],
    [{ type: "file" }, /none of JSON Schema's/],
    [{ type: ["string", "integer"] }, /several types/],
    [{ type: "integer", enum: [1, 2] }, /not all texts/],
    [{ enum: ["", "\u202e"] }, /no value/],
    [{ oneOf: [{ type: "string" }, { type: "integer" }] }, /several forms/],
    [{ $ref: "#/$defs/left" }, /circle/],
    [{ $ref: "#/$defs/none" }, /nowhere/],
    [{ $ref: "#/__proto__" }, /nowhere/],
    [{ $ref: "file:///etc/passwd" }, /outside/],
  ])("%j is not carried", (schema, reason) => {
    const made = toArg(schema, ROOT);
    expect(made.ok ? "" : made.reason).toMatch(reason);
  });

  it.each([
    [{ type: "string", pattern: "(?=x)y" }, "its pattern"],
    [{ type: "string", pattern: "^a$", maxLength: 3 }, "its length"],
    [{ type: "string", maxLength: 100_000 }, "its length"],
    [{ type: "integer", multipleOf: 2 }, "multipleOf"],
    [{ type: "number", exclusiveMinimum: 0 }, "bound"],
    [{ type: "integer", default: "x" }, "default"],
    [{ type: "string", default: "$(id)" }, "default"],
    [{ type: "string", pattern: "^a$", default: "b" }, "default"],
    [{ enum: ["a"], default: "b" }, "default"],
  ])("says what of %j is lost", (schema, what) => {
    const made = toArg(schema, ROOT);
    expect(made.ok ? made.value.lost.join() : "").toContain(what);
  });
});
