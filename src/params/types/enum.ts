import type { ParamTypeDefinition } from "../param-type.ts";
import { readText } from "../read-text.ts";
import { refuse } from "../refuse.ts";
import { showValue } from "../show-value.ts";

/** Exactly one of the listed values; case counts. */
export const enumeration: ParamTypeDefinition<"enum"> = {
  type: "enum",
  validate(spec, value) {
    const read = readText(spec.name, value, { expected: "one of the listed values", allowEmpty: true });
    if (!read.ok) return read;
    if (!spec.values.includes(read.text)) {
      const message = `Value ${showValue(read.text)} is not one of: ${spec.values.join(", ")}.`;
      return refuse(spec.name, "not_allowed", message);
    }
    return { ok: true, value: read.text, text: read.text };
  },
  toJsonSchema: (spec) => ({ type: "string", enum: spec.values }),
};
