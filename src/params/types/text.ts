import type { JsonSchema } from "../../model/json.ts";
import type { ParamSpec } from "../../model/param.ts";
import { findMetacharacter, toCharacterPattern } from "../characters.ts";
import { toPortablePattern } from "../json-schema/to-portable-pattern.ts";
import type { ParamTypeDefinition } from "../param-type.ts";
import { compilePattern } from "../pattern.ts";
import { MAX_VALUE_BYTES, readText } from "../read-text.ts";
import { refuse } from "../refuse.ts";
import { showValue } from "../show-value.ts";

type TextSpec = Extract<ParamSpec, { type: "text" }>;

/** Those of ToolClad are the only ones that refuse them, and no key of that format lets them through. */
const METACHARACTER_RULE =
  "In the ToolClad format a `string` refuses ;|&$`(){}[]<>! wherever it goes; for a text with them, the tool has to be declared in code or in the whitelist format, with the type `text`.";

/** Free text on one line, as far as its pattern and its metacharacter rule leave it free. */
export const text: ParamTypeDefinition<"text"> = {
  type: "text",
  validate(spec, value) {
    const { allowEmpty, pattern, refuseMetacharacters } = spec;
    const read = readText(spec.name, value, { expected: "a text", allowEmpty, allowTab: !refuseMetacharacters });
    if (!read.ok) return read;
    const metacharacter = refuseMetacharacters ? findMetacharacter(read.text) : null;
    if (metacharacter !== null) {
      const message = `Expected a text without shell metacharacters, got ${metacharacter} in ${showValue(read.text)}. ${METACHARACTER_RULE}`;
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
    ...patternsToSchema(spec),
  }),
};

/** JSON Schema has room for one pattern; the author's is what a model should see first. */
function patternsToSchema({ pattern, refuseMetacharacters }: TextSpec): JsonSchema {
  const characters = toCharacterPattern({ tab: refuseMetacharacters, metacharacters: refuseMetacharacters });
  const portable = pattern === null ? null : toPortablePattern(pattern);
  return portable === null ? { pattern: characters } : { pattern: portable, allOf: [{ pattern: characters }] };
}
