import type { JsonValue } from "./json.ts";

/**
 * One text per value: keys sorted by UTF-16 code unit, no spaces, `undefined` members left out. What is hashed and
 * stored is always this form, so that equal values have equal hashes.
 */
export function canonicalJson(value: JsonValue): string {
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map((item: JsonValue) => canonicalJson(item)).join(",")}]`;
  const object = value as Readonly<Record<string, JsonValue | undefined>>;
  let text = "";
  for (const key of Object.keys(object).sort()) {
    const member = object[key];
    if (member === undefined) continue;
    text += `${text === "" ? "" : ","}${JSON.stringify(key)}:${canonicalJson(member)}`;
  }
  return `{${text}}`;
}
