import type { JsonSchema } from "../../model/json.ts";
import { findMetacharacter } from "../characters.ts";
import type { ParamTypeDefinition } from "../param-type.ts";
import { compilePattern } from "../pattern.ts";
import { MAX_VALUE_BYTES, readText } from "../read-text.ts";
import { refuse } from "../refuse.ts";
import { showValue } from "../show-value.ts";

/** Free text on one line, as far as its pattern and its metacharacter rule leave it free. */
export const text: ParamTypeDefinition<"text"> = {
  type: "text",
  validate(spec, value) {
    const { allowEmpty, pattern, refuseMetacharacters } = spec;
    const read = readText(spec.name, value, { expected: "a text", allowEmpty, allowTab: !refuseMetacharacters });
    if (!read.ok) return read;
    const metacharacter = refuseMetacharacters ? findMetacharacter(read.text) : null;
    if (metacharacter !== null) {
      const message = `Expected a text without shell metacharacters, got ${metacharacter} in ${showValue(read.text)}.`;
      return refuse(spec.name, "characters", message);
    }
    const compiled = pattern === null ? null : compilePattern(pattern);
    if (compiled !== null && !compiled.ok) {
      return refuse(spec.name, "pattern", `The declared pattern cannot be used: ${compiled.message}`);
    }
    if (compiled !== null && !compiled.matches(read.text)) {
      return refuse(spec.name, "pattern", `Value ${showValue(read.text)} does not match pattern '${pattern ?? ""}'.`);
    }
    return { ok: true, value: read.text, text: read.text };
  },
  toJsonSchema: (spec) => ({
    type: "string",
    ...(spec.allowEmpty ? {} : { minLength: 1 }),
    maxLength: MAX_VALUE_BYTES,
    ...patternToSchema(spec.pattern),
  }),
};

/** JSON Schema reads patterns as ECMAScript does; one that only the linear-time engine knows would break a client. */
function patternToSchema(pattern: string | null): JsonSchema {
  if (pattern === null || /\(\?(?!:)|\\[AzQECpP]|\[\[:|\[:/.test(pattern)) return {};
  return { pattern };
}
