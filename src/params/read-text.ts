import type { JsonValue } from "../model/json.ts";
import { findForbiddenCharacter } from "./characters.ts";
import { refuse } from "./refuse.ts";
import type { Refusal } from "./refuse.ts";
import { showValue } from "./show-value.ts";

/** Bytes of UTF-8 that one value may have. */
export const MAX_VALUE_BYTES: number = 64 * 1024;

interface ReadOptions {
  /** For messages: "an IP address". */
  readonly expected: string;
  /** @default false */
  readonly allowEmpty?: boolean;
  /** @default false */
  readonly allowTab?: boolean;
}

/** The checks that every textual value must pass before its own grammar is looked at. */
export function readText(
  param: string,
  value: JsonValue,
  options: ReadOptions,
): { readonly ok: true; readonly text: string } | Refusal {
  if (typeof value !== "string") {
    return refuse(param, "type", `Expected ${asText(options.expected)}, got ${showValue(value)}.`);
  }
  if (isTooLong(value)) {
    return refuse(param, "too_long", `Expected at most ${MAX_VALUE_BYTES} bytes, got a longer text; send less.`);
  }
  const character = findForbiddenCharacter(value, options.allowTab === true);
  if (character !== null) {
    return refuse(param, "characters", `Expected ${options.expected} without ${character}, got ${showValue(value)}.`);
  }
  if (value === "" && options.allowEmpty !== true) {
    return refuse(param, "empty", `Expected ${options.expected}, got an empty text.`);
  }
  return { ok: true, text: value };
}

/** A thing that is written as a text, and a text. */
function asText(expected: string): string {
  return expected === "a text" ? expected : `${expected} as a text`;
}

/** Whether a text has more bytes than `MAX_VALUE_BYTES`. */
export function isTooLong(text: string): boolean {
  return hasMoreBytes(text, MAX_VALUE_BYTES);
}

/** Whether a text has more bytes of UTF-8 than that. */
export function hasMoreBytes(text: string, limit: number): boolean {
  // No UTF-16 unit takes more than three bytes, so short texts need no encoding.
  if (text.length * 3 <= limit) return false;
  return text.length > limit || new TextEncoder().encode(text).length > limit;
}
