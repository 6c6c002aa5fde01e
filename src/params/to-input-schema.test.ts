import { readFileSync } from "node:fs";
import { Validator } from "@cfworker/json-schema";
import { describe, expect, it } from "vitest";
import type { JsonValue } from "../model/json.ts";
import type { ParamSpec } from "../model/param.ts";
import { PARAM_TYPES } from "./param-types.ts";
import { toInputSchema } from "./to-input-schema.ts";

const COMMON = { description: null, required: true, default: undefined, position: 0, allowLeadingDash: false } as const;

function accepts(spec: ParamSpec, value: JsonValue): boolean {
  return new Validator(toInputSchema([spec]), "2020-12").validate({ [spec.name]: value }).valid;
}

describe("toInputSchema", () => {
  it("describes types, bounds, defaults and what is required", () => {
    const specs: readonly ParamSpec[] = [
      { ...COMMON, name: "b", type: "boolean", syntax: "whitelist", required: false, default: "yes", position: 2 },
      { ...COMMON, name: "n", type: "integer", min: 1, max: 9, clamp: false, description: "How many.", position: 1 },
      {
        ...COMMON,
        name: "c",
        type: "number",
        min: 0,
        max: 1,
        clamp: true,
        required: false,
        default: "0.5",
        position: 3,
      },
      { ...COMMON, name: "e", type: "enum", values: ["x", "y"], required: false, position: 4 },
    ];
    expect(toInputSchema(specs)).toEqual({
      $schema: "https://json-schema.org/draft/2020-12/schema",
      type: "object",
      properties: {
        n: { type: "integer", minimum: 1, maximum: 9, description: "How many." },
        b: { type: "boolean", default: true },
        c: { type: "number", default: 0.5 },
        e: { type: "string", enum: ["x", "y"] },
      },
      required: ["n"],
      additionalProperties: false,
    });
    expect(Object.keys(toInputSchema(specs)["properties"] as object)).toEqual(["n", "b", "c", "e"]);
  });

  it("keeps a parameter called __proto__ a parameter", () => {
    const schema = toInputSchema([{ ...COMMON, name: "__proto__", type: "identifier" }]);
    expect(Object.keys(schema["properties"] as object)).toEqual(["__proto__"]);
  });

  it("leaves out patterns that clients would not understand", () => {
    const spec = { ...COMMON, name: "t", type: "text", refuseMetacharacters: false, allowEmpty: true } as const;
    const propertyOf = (pattern: string): unknown => toInputSchema([{ ...spec, pattern }])["properties"];
    expect(propertyOf("^[a-z]+$")).toMatchObject({ t: { pattern: "^[a-z]+$" } });
    for (const pattern of ["(?i)abc", "\\Aabc\\z", "[[:alpha:]]", "\\pL"]) {
      expect(propertyOf(pattern)).not.toHaveProperty("t.pattern");
    }
  });

  // Types whose text form (`"5"`, `"yes"`) is accepted but not shown to models.
  const widerThanSchema = new Set(["integer", "number", "port", "boolean"]);

  it.each(Object.keys(PARAM_TYPES))("accepts what validation accepts: %s", (type) => {
    const url = new URL(`../../test/vectors/params/${type}.json`, import.meta.url);
    const file = JSON.parse(readFileSync(url, "utf8")) as {
      spec: object;
      cases: { value: JsonValue; ok?: object; spec?: object }[];
    };
    for (const row of file.cases.filter(({ ok }) => ok !== undefined)) {
      if (widerThanSchema.has(type) && typeof row.value === "string") continue;
      const spec = { ...COMMON, name: "p", ...file.spec, ...row.spec } as ParamSpec;
      expect([row.value, accepts(spec, row.value)]).toEqual([row.value, true]);
    }
  });
});
