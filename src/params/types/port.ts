import type { ParamTypeDefinition } from "../param-type.ts";
import { refuse } from "../refuse.ts";
import { showValue } from "../show-value.ts";
import { parseInteger } from "./parse-number.ts";

export const port: ParamTypeDefinition<"port"> = {
  type: "port",
  validate(spec, value) {
    const number = parseInteger(value);
    if (number === null) {
      const code = value === "" ? "empty" : "type";
      return refuse(spec.name, code, `Expected a port number in decimal digits, got ${showValue(value)}.`);
    }
    if (number < 1 || number > 65_535) {
      return refuse(spec.name, "range", `Expected a port between 1 and 65535, got ${number}.`);
    }
    return { ok: true, value: number, text: String(number) };
  },
  toJsonSchema: () => ({ type: "integer", minimum: 1, maximum: 65_535 }),
};
