import { format } from "@cfworker/json-schema";
import type { Patterns } from "./prepare-schema.ts";

const KNOWN: ReadonlySet<string> = new Set(Object.keys(format));

// The library's own pattern for it keeps 40 characters busy for hours.
format["url"] = isUrl;

/**
 * Whether values are held against a format of this name. Any other is only a note, as the standard says, and must not
 * reach the validator: it would take a member that every object inherits for a check.
 */
export function isKnownFormat(name: unknown): boolean {
  return typeof name === "string" && KNOWN.has(name);
}

/**
 * Runs what holds values against a schema, with its patterns in the library's one table. They are taken out again:
 * applications come, declare and go, and what they declared must not stay.
 */
export function withPatterns<Result>(patterns: Patterns, run: () => Result): Result {
  for (const [name, matches] of patterns) format[name] = matches;
  try {
    return run();
  } finally {
    for (const name of patterns.keys()) Reflect.deleteProperty(format, name);
  }
}

function isUrl(text: string): boolean {
  return /^(?:https?|ftp):\/\/[^\s/]/i.test(text) && !/\s/.test(text) && URL.canParse(text);
}
