import type { JsonObject, JsonValue } from "../../model/json.ts";
import { findForbiddenCharacter } from "../../params/characters.ts";

/** Whether any text in a definition holds what a person who looks at it does not see, and a model reads. */
export function hidesText(definition: JsonObject): boolean {
  return hides(definition);
}

function hides(value: JsonValue | undefined): boolean {
  if (typeof value === "string") return findForbiddenCharacter(value.replaceAll(/\r?\n/g, ""), true) !== null;
  if (typeof value !== "object" || value === null) return false;
  if (Array.isArray(value)) return value.some(hides);
  return Object.entries(value).some(([key, member]) => hides(key) || hides(member));
}
