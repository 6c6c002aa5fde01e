import { isObject } from "../../model/json.ts";
import type { JsonObject } from "../../model/json.ts";

/**
 * The text that stands under one of these names, which mean the same to different agents. `null` when none is there, one
 * is no text, or two say different things: the agent would use one of them, and nobody here knows which.
 */
export function textOf(input: JsonObject, ...names: readonly string[]): string | null {
  const [value, ...others] = new Set(names.filter((name) => Object.hasOwn(input, name)).map((name) => input[name]));
  return typeof value === "string" && others.length === 0 ? value : null;
}

/** A member that is an object, or the text of one, as some agents send it; `null` for anything else. */
export function objectOf(input: JsonObject, name: string): JsonObject | null {
  const value = Object.hasOwn(input, name) ? input[name] : undefined;
  const read = typeof value === "string" ? parseObject(value) : value;
  return isObject(read) ? read : null;
}

/** The members of a list that are objects; `null` unless all are. */
export function objectsOf(input: JsonObject, name: string): readonly JsonObject[] | null {
  const value = Object.hasOwn(input, name) ? input[name] : undefined;
  return Array.isArray(value) && value.every(isObject) ? value : null;
}

function parseObject(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
