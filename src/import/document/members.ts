import { toObject } from "../../model/json.ts";
import type { JsonObject, JsonValue } from "../../model/json.ts";

/** The object at a key; an empty one when there is none. */
export function objectAt(object: JsonObject, key: string): JsonObject {
  const value = own(object, key);
  return toObject(value);
}

/** The list at a key; an empty one when there is none. */
export function listAt(object: JsonObject, key: string): readonly JsonValue[] {
  const value = own(object, key);
  return Array.isArray(value) ? (value as readonly JsonValue[]) : [];
}

export function textAt(object: JsonObject, key: string): string | null {
  const value = own(object, key);
  return typeof value === "string" ? value : null;
}

/** The texts of the list at a key. */
export function textsAt(object: JsonObject, key: string): readonly string[] {
  return listAt(object, key).filter((entry): entry is string => typeof entry === "string");
}

/** A member of the object itself, never one that all objects have. */
export function own(object: JsonObject, key: string): JsonValue | undefined {
  return Object.hasOwn(object, key) ? object[key] : undefined;
}
