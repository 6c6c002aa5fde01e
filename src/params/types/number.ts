import type { ParamTypeDefinition } from "../param-type.ts";
import { refuse } from "../refuse.ts";
import { showValue } from "../show-value.ts";
import { boundsToSchema, fitBounds } from "./bounds.ts";
import { parseFinite } from "./parse-number.ts";

const MAX_DIGITS = 64;

/** A finite number. A text stays as sent; a JSON number and a clamped value are written in the shortest form. */
export const number: ParamTypeDefinition<"number"> = {
  type: "number",
  validate(spec, value) {
    const parsed = parseFinite(value);
    if (parsed === null) {
      const code = value === "" ? "empty" : "type";
      return refuse(spec.name, code, `Expected a finite decimal number (float), got ${showValue(value)}.`);
    }
    if (typeof value === "string" && value.length > MAX_DIGITS) {
      return refuse(spec.name, "too_long", `Expected a number of at most ${MAX_DIGITS} characters.`);
    }
    const fitted = fitBounds(parsed, spec);
    if (typeof fitted === "string") return refuse(spec.name, "range", fitted);
    const text = typeof value === "string" && fitted === parsed ? value : String(fitted);
    return { ok: true, value: fitted, text };
  },
  toJsonSchema: (spec) => ({ type: "number", ...boundsToSchema(spec) }),
};
