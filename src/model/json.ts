/** Any JSON value. Arguments, structured results and audit bodies are made of these and nothing else. */
export type JsonValue = string | number | boolean | null | readonly JsonValue[] | JsonObject;

/** A JSON object; an absent key reads as `undefined`. */
export interface JsonObject {
  readonly [key: string]: JsonValue | undefined;
}

/** A JSON Schema (2020-12) document, kept as data. */
export type JsonSchema = JsonObject;

/** Whether a JSON value is an object: no list, and not `null`. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The value where it is an object; an empty one for anything else. */
export function toObject(value: unknown): JsonObject {
  return isObject(value) ? value : {};
}

/** Our own plain-data nouns as JSON: an interface lacks the index signature that the type asks for, and nothing else. */
export function asJson(value: object): JsonObject {
  return value as JsonObject;
}
