import { format } from "@cfworker/json-schema";
import { describe, expect, it } from "vitest";
import type { JsonSchema, JsonValue } from "../../src/model/json.ts";
import { checkSchema } from "../../src/params/json-schema/check-schema.ts";

const numbers = (length: number): readonly number[] => Array.from({ length }, (_, at) => at);

/** Each of these kept the gateway busy for many seconds to hours, or filled its memory with messages. */
describe("a schema of an application and the arguments of a model", () => {
  it.each<[string, JsonSchema, JsonValue, boolean]>([
    [
      "the format of the library that doubles with each character",
      { format: "url" },
      `http://${"a".repeat(60)}_`,
      true,
    ],
    ["a long list whose items must differ", { uniqueItems: true }, numbers(100_000), false],
    [
      "many alternatives for many items",
      { items: { anyOf: numbers(900).map((at) => ({ const: `k${at}` })) } },
      numbers(10_000),
      false,
    ],
    [
      "one schema by many references",
      { $defs: { a: { enum: ["x"] } }, items: { allOf: numbers(5_000).map(() => ({ not: { $ref: "#/$defs/a" } })) } },
      numbers(10_000),
      false,
    ],
    [
      "large values that are compared",
      { items: { enum: [numbers(10_000)] } },
      numbers(200).map(() => numbers(1_000)),
      false,
    ],
  ])("answer soon: %s", { timeout: 20_000 }, (_, schema, value, fits) => {
    expect(checkSchema(schema, value).length === 0).toBe(fits);
  });

  it("get few messages", () => {
    expect(checkSchema({ items: { type: "string" } }, numbers(1_000))).toHaveLength(50);
    expect(checkSchema({ items: { type: "string" } }, numbers(100_000)).length).toBeLessThan(50);
  });

  it("may still be large", () => {
    const row = { type: "object", properties: { a: { type: "number" }, b: { type: "array", uniqueItems: true } } };
    const rows = numbers(20_000).map((a) => ({ a, b: [1, 2, 3] }));
    expect(checkSchema({ items: row }, rows)).toEqual([]);
  });

  it.each(["__proto__", "__defineGetter__", "hasOwnProperty", "toolgate-pattern:x", "no-such-format"])(
    "may name %s for a format, and it is only a note",
    (format) => {
      checkSchema({ pattern: "x" }, "x");
      expect(checkSchema({ format }, "value")).toEqual([]);
    },
  );

  it("leave nothing behind in the table that all schemas share", () => {
    const before = Object.keys(format);
    expect(checkSchema({ pattern: "^a$" }, "b")).toHaveLength(1);
    expect(checkSchema({ not: { pattern: "^a$" } }, "b".repeat(70_000))).toHaveLength(1);
    expect(Object.keys(format)).toEqual(before);
  });

  it.each([
    ["http://a.example/b?c#d", true],
    ["https://a", true],
    ["ftp://a.example", true],
    ["javascript:alert(1)", false],
    ["http:///a", false],
    ["http://a b", false],
    ["//a.example", false],
  ])("hold a `url` against its form: %s", (text, fits) => {
    expect(checkSchema({ format: "url" }, text).length === 0).toBe(fits);
  });
});
