import { describe, expect, it } from "vitest";
import type { JsonSchema } from "../../model/json.ts";
import { readHeaderParams } from "./read-header-params.ts";

const of = (properties: JsonSchema, more: JsonSchema = {}): JsonSchema => ({ type: "object", properties, ...more });
const on = (name: unknown, type: unknown = "string"): JsonSchema => ({ type, "x-mcp-header": name }) as JsonSchema;

describe("parameters in headers", () => {
  it("are found as deep as properties lead, and named whole and in lower case", () => {
    const schema = of({ a: on("Region"), b: { type: "object", properties: { c: on("n", "integer") } }, d: {} });
    expect(readHeaderParams(schema)).toEqual({
      ok: true,
      params: [
        { path: ["a"], header: "mcp-param-region", type: "string" },
        { path: ["b", "c"], header: "mcp-param-n", type: "integer" },
      ],
    });
  });

  it.each<readonly [string, JsonSchema]>([
    ["a parameter of that name", of({ "x-mcp-header": { type: "string" } })],
    ["a value of that look", of({ a: { const: on("A"), enum: [on("A")], default: on("A"), examples: [on("A")] } })],
    ["a schema of that name", of({}, { $defs: { "x-mcp-header": { type: "string" } } })],
  ])("are not %s", (_what, schema) => expect(readHeaderParams(schema)).toEqual({ ok: true, params: [] }));

  it.each(["Authorization", "Host", "Cookie", "Mcp-Name", "Mcp-Param-X", "__proto__", "Content-Length"])(
    "cannot be %s itself",
    (name) => {
      const read = readHeaderParams(of({ a: on(name) }));
      expect(read).toMatchObject({ params: [{ header: `mcp-param-${name.toLowerCase()}` }] });
    },
  );

  it.each<readonly [string, JsonSchema, RegExp]>([
    ["an empty name", of({ a: on("") }), /is none/],
    ["no text", of({ a: on(7) }), /is none/],
    ["a space", of({ a: on("My Region") }), /characters/],
    ["a colon", of({ a: on("A:B") }), /characters/],
    ["the end of a line", of({ a: on("A\r\nHost") }), /characters/],
    ["a letter of another script", of({ a: on("Région") }), /characters/],
    ["a tab", of({ a: on("A\t1") }), /characters/],
    ["the same name", of({ a: on("A"), b: on("A") }), /second time/],
    ["the same name in other letters", of({ a: on("MyField"), b: on("myfield") }), /second time/],
    ["a number", of({ a: on("A", "number") }), /not on "number"/],
    ["an object", of({ a: on("A", "object") }), /not on/],
    ["a list", of({ a: on("A", "array") }), /not on/],
    ["null", of({ a: on("A", "null") }), /not on/],
    ["two types", of({ a: on("A", ["string", "null"]) }), /not on/],
    ["no type", of({ a: { "x-mcp-header": "A" } }), /not on/],
    ["the whole", { ...of({}), "x-mcp-header": "A" }, /alone/],
    ["items", of({ a: { type: "array", items: on("A") } }), /alone/],
    ["an alternative", of({}, { anyOf: [of({ a: on("A") })] }), /alone/],
    ["a condition", of({}, { if: of({ a: on("A") }) }), /alone/],
    ["what is negated", of({}, { not: of({ a: on("A") }) }), /alone/],
    ["a schema that is referred to", of({ a: { $ref: "#/$defs/s" } }, { $defs: { s: on("A") } }), /alone/],
    ["other members", of({}, { additionalProperties: on("A") }), /alone/],
    ["what nobody knows", of({}, { "x-more": { deep: [on("A")] } }), /alone/],
  ])("make no tool with %s", (_what, schema, problem) => {
    expect(readHeaderParams(schema)).toMatchObject({ ok: false, problem: expect.stringMatching(problem) as string });
  });
});
