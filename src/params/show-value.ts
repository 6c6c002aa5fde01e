import type { JsonValue } from "../model/json.ts";

const MAX_SHOWN = 80;

/** A value for a message: quoted, cut short, with every control, bidi, invisible and unpaired character escaped. */
export function showValue(value: JsonValue): string {
  if (Array.isArray(value)) return "a list";
  if (typeof value === "object" && value !== null) return "an object";
  if (typeof value !== "string") return String(value);
  const cut = value.length > MAX_SHOWN ? `${value.slice(0, MAX_SHOWN)}…` : value;
  return JSON.stringify(cut).replace(/[\p{C}\u2028\u2029]/gu, escapeCharacter);
}

function escapeCharacter(character: string): string {
  return `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;
}
