import type { JsonValue } from "../../model/json.ts";
import { showText } from "../../text/show-text.ts";
import type { ParsedOutput } from "./parse-output.ts";

const MAX_DEPTH = 200;
/** Each value takes up to a hundred times the place of its text. */
const MAX_VALUES = 1_000_000;
/** Only such a text can hold a number that JavaScript would change. */
const LARGE_NUMBER = /\d{16}|[eE]\+?\d{3}/;

/**
 * Reads one JSON value. A member that is there twice has its last value. Whole numbers that a double would change become
 * text with all their digits; numbers that it cannot hold at all are refused. `what` begins the messages.
 */
export function parseJson(text: string, what: string): ParsedOutput {
  const content = text.replace(/^\ufeff/, "");
  if (content.trim() === "") return { ok: false, message: `${what} is not JSON: it is empty` };
  const problem = findTooMuch(content);
  if (problem !== null) return { ok: false, message: `${what} ${problem}` };
  try {
    const value = (LARGE_NUMBER.test(content) ? JSON.parse(content, keepDigits) : JSON.parse(content)) as JsonValue;
    return { ok: true, value };
  } catch (error) {
    const cause = error instanceof Error ? error.message : String(error);
    return { ok: false, message: `${what} is not JSON: ${showText(cause, 300)}` };
  }
}

/** Before a value is made: the parser would take the memory, and whoever walks the value may do so by recursion. */
function findTooMuch(text: string): string | null {
  let depth = 0;
  let values = 1;
  let isText = false;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (isText) {
      if (code === BACKSLASH) at++;
      else if (code === QUOTE) isText = false;
    } else if (code === QUOTE) isText = true;
    else if (code === COMMA) values++;
    else if (code === OPEN_LIST || code === OPEN_OBJECT) {
      values++;
      if (++depth > MAX_DEPTH) return `is nested more than ${MAX_DEPTH} deep`;
    } else if (code === CLOSE_LIST || code === CLOSE_OBJECT) depth--;
  }
  return values > MAX_VALUES ? `has more than ${MAX_VALUES} values` : null;
}

const BACKSLASH = 0x5c;
const QUOTE = 0x22;
const COMMA = 0x2c;
const OPEN_LIST = 0x5b;
const CLOSE_LIST = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;

/** Typed by hand: the library of types does not know the source yet. */
function keepDigits(_key: string, value: unknown, context?: { readonly source?: string }): unknown {
  if (typeof value !== "number") return value;
  const source = context?.source ?? String(value);
  if (!Number.isFinite(value)) throw new RangeError(`the number ${source} is too large`);
  return /^-?\d+$/.test(source) && !Number.isSafeInteger(value) ? source : value;
}
