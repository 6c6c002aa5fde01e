import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { JsonObject, JsonValue } from "../../../model/json.ts";
import { checkSchema } from "../../../params/json-schema/check-schema.ts";
import type { IssueLog } from "../../toml/issue-log.ts";
import { checkToolSchema } from "./check-tool-schema.ts";
import { SCHEMA_KEYWORDS } from "./schema-keywords.ts";

function check(schema: JsonValue, use: "input" | "output" = "output"): { ok: boolean; places: readonly string[] } {
  const log: IssueLog = { found: [] };
  const ok = checkToolSchema(schema, use, ["s"], log) !== null;
  return { ok, places: log.found.map(({ code, place }) => `${code} ${place.path.join("/")}`) };
}

describe("checkToolSchema", () => {
  it.each<[JsonValue, readonly string[]]>([
    [{}, []],
    [{ type: ["string", "null"], enum: [null, "a"], const: null, default: 5 }, []],
    [{ items: false, prefixItems: [{}, true], contains: { type: "integer" }, uniqueItems: true }, []],
    [{ $defs: { a: { type: "string" } }, properties: { x: { $ref: "#/$defs/a" }, y: { $ref: "#/$defs/a" } } }, []],
    [{ properties: { $ref: { type: "string" }, type: {}, items: {} } }, []],
    [{ type: "list" }, ["bad-schema s/type"]],
    [{ type: [] }, ["bad-schema s/type"]],
    [{ items: [{}] }, ["bad-schema s/items"]],
    [{ allOf: [] }, ["bad-schema s/allOf"]],
    [{ anyOf: { a: {} } }, ["bad-schema s/anyOf"]],
    [{ properties: { a: { maxLength: -1 } } }, ["bad-schema s/properties/a/maxLength"]],
    [{ oneOf: [{}, { minimum: "1" }] }, ["bad-schema s/oneOf/1/minimum"]],
    [{ multipleOf: 0 }, ["bad-schema s/multipleOf"]],
    [{ required: "a" }, ["bad-schema s/required"]],
    [{ $ref: "#/nowhere" }, ["bad-schema s/$ref"]],
    [{ $ref: "#/default", default: { allOf: 5 } }, ["bad-schema s/$ref"]],
    [{ $ref: "#/__proto__" }, ["bad-schema s/$ref"]],
    [{ $dynamicRef: "#a" }, ["bad-schema s/$dynamicRef"]],
    [{ properties: { a: { $ref: "#/properties/b" }, b: { $ref: "#/properties/a" } } }, ["bad-schema s"]],
    [{ pattern: "(?<=a)b" }, ["bad-schema s"]],
    [{ discription: "a" }, ["unknown-keyword s/discription"]],
    [{ "x-own": 1 }, []],
    [{ properties: { id: { type: "string" } }, default: { id: 1 }, examples: [{ $id: "x" }] }, []],
    [{ id: "x" }, ["bad-schema s/id"]],
    [{ "x-own": { a: { $id: "x" } } }, ["bad-schema s/x-own"]],
    [{ title: "a\u200b" }, ["hidden-character s/title"]],
    [{ enum: ["a\u202eb"] }, ["hidden-character s/enum/0"]],
    [[], ["bad-schema s"]],
    [null, ["bad-schema s"]],
  ])("%j", (schema, places) => {
    expect(check(schema).places).toEqual(places);
  });

  it("wants arguments to be an object", () => {
    expect(check({}, "input").ok).toBe(false);
    expect(check({ type: ["object"] }, "input").ok).toBe(false);
    expect(check({ type: "object" }, "input").ok).toBe(true);
  });

  it("accepts nothing that checking a value falls over", () => {
    const keyword = fc.constantFrom(...SCHEMA_KEYWORDS.keys());
    const { schema } = fc.letrec<{ schema: JsonObject; member: JsonValue }>((tie) => ({
      member: fc.oneof(
        { maxDepth: 5 },
        fc.constantFrom<JsonValue>("string", "object", "#", "#/$defs/a", "#/properties/b", "^a", 0, 1, true, null, [
          "a",
        ]),
        tie("schema"),
        fc.array(tie("schema"), { minLength: 1, maxLength: 2 }),
        fc.tuple(fc.constantFrom("a", "b"), tie("schema")).map(([name, inner]) => ({ [name]: inner })),
      ),
      schema: fc
        .array(fc.tuple(keyword, tie("member")), { maxLength: 3 })
        .map((entries) => Object.fromEntries(entries)),
    }));
    const values: readonly JsonValue[] = [{}, { a: 1, b: "a" }, ["a", 1], "a", 0, null, true];
    let accepted = 0;
    fc.assert(
      fc.property(schema, (one) => {
        if (!check(one).ok) return;
        accepted += 1;
        for (const value of values) checkSchema(one, value);
      }),
      { numRuns: 8000 },
    );
    expect(accepted).toBeGreaterThan(300);
  });
});
