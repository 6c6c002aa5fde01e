import { refuse } from "../refuse.ts";
import type { ParamTypeDefinition } from "../param-type.ts";
import { showValue } from "../show-value.ts";
import { boundsToSchema, fitBounds } from "./bounds.ts";
import { parseInteger } from "./parse-number.ts";

/** A whole number that every program reads alike: plain decimal digits, within ±(2^53 − 1). */
export const integer: ParamTypeDefinition<"integer"> = {
  type: "integer",
  validate(spec, value) {
    const number = parseInteger(value);
    if (number === null) {
      const expected = "Expected integer digits (an optional - first) between -(2^53-1) and 2^53-1";
      return refuse(spec.name, value === "" ? "empty" : "type", `${expected}, got ${showValue(value)}.`);
    }
    const fitted = fitBounds(number, spec);
    if (typeof fitted === "string") return refuse(spec.name, "range", fitted);
    return { ok: true, value: fitted, text: String(fitted) };
  },
  toJsonSchema: (spec) => ({
    type: "integer",
    minimum: -Number.MAX_SAFE_INTEGER,
    maximum: Number.MAX_SAFE_INTEGER,
    ...boundsToSchema(spec),
  }),
};
