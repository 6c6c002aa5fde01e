import type { ParamTypeDefinition } from "../param-type.ts";
import { readText } from "../read-text.ts";
import { refuse } from "../refuse.ts";
import { showValue } from "../show-value.ts";

export const identifier: ParamTypeDefinition<"identifier"> = {
  type: "identifier",
  validate(spec, value) {
    const read = readText(spec.name, value, { expected: "an identifier" });
    if (!read.ok) return read;
    if (!/^[A-Za-z0-9_-]{1,64}$/.test(read.text)) {
      const message = `An identifier must match [a-zA-Z0-9_-]{1,64}, got ${showValue(read.text)}.`;
      return refuse(spec.name, "type", message);
    }
    return { ok: true, value: read.text, text: read.text };
  },
  toJsonSchema: () => ({ type: "string", pattern: "^[A-Za-z0-9_-]{1,64}$" }),
};
