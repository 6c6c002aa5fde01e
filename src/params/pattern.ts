import { RE2JS } from "re2js";
import { MAX_VALUE_BYTES } from "./read-text.ts";

export type CompiledPattern =
  { readonly ok: true; matches(text: string): boolean } | { readonly ok: false; readonly message: string };

const MAX_PATTERN_LENGTH = 1_000;
/** Steps of the compiled program: time grows with steps times text, and counted repeats multiply the steps. */
const MAX_PROGRAM_SIZE = 1_500;
const MAX_CACHED = 1_000;

const cache = new Map<string, CompiledPattern>();

/**
 * Compiles a pattern for a search anywhere in a text, on an engine whose time is linear in the text. Look-around and
 * back-references do not exist there. A text longer than a value may be never matches.
 */
export function compilePattern(pattern: string): CompiledPattern {
  const known = cache.get(pattern);
  if (known !== undefined) return known;
  if (pattern.length > MAX_PATTERN_LENGTH) {
    return {
      ok: false,
      message: `The pattern has ${pattern.length} characters; at most ${MAX_PATTERN_LENGTH} are read.`,
    };
  }
  const compiled = compile(pattern);
  const oldest = cache.keys().next();
  if (cache.size >= MAX_CACHED && oldest.done !== true) cache.delete(oldest.value);
  cache.set(pattern, compiled);
  return compiled;
}

function compile(pattern: string): CompiledPattern {
  try {
    const program = RE2JS.compile(pattern);
    if (program.programSize() > MAX_PROGRAM_SIZE) {
      return { ok: false, message: "The pattern is too large once its repeats are counted out; use smaller repeats." };
    }
    return { ok: true, matches: (text) => text.length <= MAX_VALUE_BYTES && program.test(text) };
  } catch (error) {
    return { ok: false, message: error instanceof Error ? error.message : "The pattern cannot be read." };
  }
}
