import type { ParamTypeDefinition } from "../param-type.ts";
import { refuse } from "../refuse.ts";
import { showValue } from "../show-value.ts";

/** Text of any characters up to a number of bytes. It goes to handlers only, so no character in it can do harm. */
export const content: ParamTypeDefinition<"content"> = {
  type: "content",
  validate({ name, maxBytes, allowEmpty }, value) {
    if (typeof value !== "string") return refuse(name, "type", `Expected a text, got ${showValue(value)}.`);
    if (value === "" && !allowEmpty) return refuse(name, "empty", "Expected a text, got an empty one.");
    if (new TextEncoder().encode(value).length > maxBytes) {
      return refuse(name, "too_long", `Expected at most ${maxBytes} bytes, got a longer text; send less.`);
    }
    return { ok: true, value, text: value };
  },
  toJsonSchema: ({ maxBytes, allowEmpty }) => ({
    type: "string",
    ...(allowEmpty ? {} : { minLength: 1 }),
    maxLength: maxBytes,
  }),
};
