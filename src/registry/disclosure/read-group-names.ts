import type { JsonValue } from "../../model/json.ts";

/** Of a text. What is longer is no list of names. */
const MAX_TEXT = 10_000;
/** Of names in one call. */
const MAX_NAMES = 200;

/**
 * Names as models send them: a list; a text that looks like a list, in JSON, in Python or with commas; or one name.
 * Blanks around names are dropped, and blank names. Anything else is no name. Takes time in proportion to the text.
 */
export function readGroupNames(value: JsonValue | undefined): readonly string[] {
  const names = Array.isArray(value) ? value.filter((one) => typeof one === "string") : splitText(value);
  const trimmed = names.map((name) => withoutPrefix(name.slice(0, MAX_TEXT).trim())).filter((name) => name !== "");
  return [...new Set(trimmed)].slice(0, MAX_NAMES);
}

function splitText(value: JsonValue | undefined): readonly string[] {
  if (typeof value !== "string" || value.length > MAX_TEXT) return [];
  const text = value.trim();
  if (!text.startsWith("[") || !text.endsWith("]")) return text.split(",").map(unquote);
  return parseList(text) ?? text.slice(1, -1).split(",").map(unquote);
}

function parseList(text: string): readonly string[] | null {
  try {
    const parsed: unknown = JSON.parse(text);
    return Array.isArray(parsed) ? parsed.filter((one) => typeof one === "string") : null;
  } catch {
    return null;
  }
}

/** Python writes single quotes; a list without any is read as well. */
function unquote(part: string): string {
  const text = part.trim();
  const quote = text.charAt(0);
  const isQuoted = text.length > 1 && (quote === '"' || quote === "'") && text.endsWith(quote);
  return isQuoted ? text.slice(1, -1) : text;
}

/** As rules name groups. */
function withoutPrefix(name: string): string {
  return name.startsWith("group:") ? name.slice("group:".length) : name;
}
