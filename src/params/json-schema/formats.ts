import { format } from "@cfworker/json-schema";

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

function isUrl(text: string): boolean {
  return /^(?:https?|ftp):\/\/[^\s/]/i.test(text) && !/\s/.test(text) && URL.canParse(text);
}
