import type { ParamTypeDefinition } from "../param-type.ts";
import { refuse } from "../refuse.ts";
import { showValue } from "../show-value.ts";

const WHITELIST_WORDS = new Map([
  ["true", true],
  ["false", false],
  ["1", true],
  ["0", false],
  ["yes", true],
  ["no", false],
]);

/** A real boolean or one of the words of the syntax, which stays in the argument as it was sent. */
export const boolean: ParamTypeDefinition<"boolean"> = {
  type: "boolean",
  validate(spec, value) {
    if (typeof value === "boolean") return { ok: true, value, text: String(value) };
    if (value === "") return refuse(spec.name, "empty", "Expected boolean, got an empty text.");
    const isWhitelist = spec.syntax === "whitelist";
    // Only ASCII letters have a case here: the Kelvin sign and its like do not spell a word.
    const hasCase = typeof value === "string" && (isWhitelist || spec.anyCase === true);
    const word = hasCase && /^[A-Za-z01]+$/.test(value) ? value.toLowerCase() : value;
    const known = typeof word === "string" && (isWhitelist || word === "true" || word === "false");
    const parsed = known ? WHITELIST_WORDS.get(word) : undefined;
    if (typeof value !== "string" || parsed === undefined) {
      const words = isWhitelist ? "true/false/1/0/yes/no" : "true/false";
      return refuse(spec.name, "type", `Expected boolean (${words}), got ${showValue(value)}.`);
    }
    return { ok: true, value: parsed, text: isWhitelist ? value : String(parsed) };
  },
  toJsonSchema: () => ({ type: "boolean" }),
};
