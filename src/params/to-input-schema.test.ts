import { describe, expect, it } from "vitest";
import type { ParamSpec } from "../model/param.ts";
import { toInputSchema } from "./to-input-schema.ts";

const COMMON = { description: null, required: true, default: undefined, position: 0, allowLeadingDash: false } as const;

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
    const oneLine = "^[^\\x00-\\x08\\x0a-\\x1f\\x7f-\\x9f]*$";
    expect(propertyOf("^[a-z]+$")).toMatchObject({ t: { pattern: "^[a-z]+$", allOf: [{ pattern: oneLine }] } });
    for (const pattern of ["(?i)abc", "\\Aabc\\z", "[[:alpha:]]", "\\pL"]) {
      expect(propertyOf(pattern)).toMatchObject({ t: { pattern: oneLine } });
    }
  });
});
