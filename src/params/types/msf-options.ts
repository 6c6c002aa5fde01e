import { findMetacharacter } from "../characters.ts";
import type { ParamTypeDefinition } from "../param-type.ts";
import { MAX_VALUE_BYTES, readText } from "../read-text.ts";
import { refuse } from "../refuse.ts";
import type { Refusal } from "../refuse.ts";
import { showValue } from "../show-value.ts";

const PAIR = /^(set )?([A-Z][A-Z0-9_]*) (.+)$/;

/**
 * Options of a Metasploit module: `KEY VALUE` pairs, split at `;`. The typed value is always `KEY VALUE; KEY VALUE`, so
 * that policies see one spelling; the text that goes to the program keeps a `set` that was sent.
 */
export const msfOptions: ParamTypeDefinition<"msf_options"> = {
  type: "msf_options",
  validate(spec, value) {
    const read = readText(spec.name, value, { expected: "KEY VALUE pairs", allowEmpty: true });
    if (!read.ok) return read;
    const segments = read.text.split(";").map((segment) => segment.replaceAll(/ +/g, " ").trim());
    const pairs: Pair[] = [];
    for (const segment of segments.filter((text) => text !== "")) {
      const pair = readPair(segment, { name: spec.name, allowSet: spec.allowSet === true, before: pairs });
      if ("issues" in pair) return pair;
      pairs.push(pair);
    }
    const text = pairs.map((pair) => pair.text).join("; ");
    return { ok: true, value: pairs.map(({ key, value: set }) => `${key} ${set}`).join("; "), text };
  },
  // That each pair is one is left to validation: a pattern for it would be slow in clients that backtrack.
  toJsonSchema: () => ({
    type: "string",
    maxLength: MAX_VALUE_BYTES,
    pattern: "^[^\\x00-\\x1f\\x7f-\\x9f|&$`(){}[\\]<>!]*$",
  }),
};

interface Pair {
  readonly key: string;
  readonly value: string;
  readonly text: string;
}

interface Rules {
  readonly name: string;
  readonly allowSet: boolean;
  readonly before: readonly Pair[];
}

function readPair(segment: string, { name, allowSet, before }: Rules): Pair | Refusal {
  const metacharacter = findMetacharacter(segment);
  if (metacharacter !== null) {
    const message = `Expected values without shell metacharacters, got ${metacharacter} in ${showValue(segment)}.`;
    return refuse(name, "characters", message);
  }
  const [, set, key, value] = PAIR.exec(segment) ?? [];
  if (key === undefined || value === undefined || (set !== undefined && !allowSet)) {
    const message = `Expected KEY VALUE, the key in capitals, such as RHOSTS 10.0.0.1, got ${showValue(segment)}.`;
    return refuse(name, "type", message);
  }
  // Which of two values counts is the program's business; a policy that saw the other one would be wrong.
  if (before.some((pair) => pair.key === key)) {
    return refuse(name, "type", `Expected each key once, got ${key} twice.`);
  }
  return { key, value, text: segment };
}
