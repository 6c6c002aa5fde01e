import { isObject, toObject } from "../../model/json.ts";
import type { JsonObject, JsonSchema, JsonValue } from "../../model/json.ts";
import { checkSchema } from "./check-schema.ts";

/**
 * What was filled into a form, without members that it did not ask for. `null`: it is not what the form asks, or the form
 * cannot be held against anything. Forms are flat: texts, numbers, yes or no, and lists of texts.
 */
export function fitForm(schema: JsonSchema, content: unknown): JsonObject | null {
  if (!isFlat(content)) return null;
  const { properties } = schema;
  const wanted = toObject(properties);
  const asked: JsonObject = Object.fromEntries(Object.entries(content).filter(([name]) => Object.hasOwn(wanted, name)));
  return fits(schema, asked) ? asked : null;
}

/** The validator throws at references that lead nowhere. */
function fits(schema: JsonSchema, value: JsonObject): boolean {
  try {
    return checkSchema(schema, value).length === 0;
  } catch {
    return false;
  }
}

function isFlat(content: unknown): content is JsonObject {
  return isObject(content) && Object.values(content).every((value = null) => isPlain(value) || isTexts(value));
}

function isPlain(value: JsonValue): boolean {
  return ["string", "number", "boolean"].includes(typeof value);
}

function isTexts(value: JsonValue): boolean {
  return Array.isArray(value) && value.every((one) => typeof one === "string");
}
