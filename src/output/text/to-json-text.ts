import type { JsonValue } from "../../model/json.ts";
import { findHidden } from "../../text/show-text.ts";

/** A value as JSON in which nothing acts or hides: such characters are escaped as JSON escapes, so that it reads the same. */
export function toJsonText(value: JsonValue): string {
  const text = JSON.stringify(value);
  let shown = "";
  let copied = 0;
  for (let at = findHidden(text, 0); at !== -1; at = findHidden(text, copied)) {
    const character = String.fromCodePoint(text.codePointAt(at) ?? 0);
    shown += text.slice(copied, at) + escapeUnits(character);
    copied = at + character.length;
  }
  return shown + text.slice(copied);
}

function escapeUnits(character: string): string {
  return character
    .split("")
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`)
    .join("");
}
