import { isObject } from "../../model/json.ts";
import type { JsonValue } from "../../model/json.ts";

const SCALARS: readonly JsonValue[] = ["string", "number", "integer", "boolean"];

/**
 * Whether a schema only takes values that are one piece of text each: strings, numbers and booleans, and `null`, which
 * stands for leaving the value out. It must say so itself, with `type`, `enum` or `const`.
 */
export function isScalarSchema(schema: JsonValue | undefined): boolean {
  if (!isObject(schema)) return false;
  const { type, enum: values, const: only } = schema;
  if (type !== undefined) {
    const types = toList(type);
    return types.every((one) => one === "null" || SCALARS.includes(one)) && types.some((one) => one !== "null");
  }
  if (values !== undefined) return toList(values).every(isScalar) && toList(values).some((value) => value !== null);
  return only !== undefined && only !== null && isScalar(only);
}

function isScalar(value: JsonValue): boolean {
  return typeof value !== "object" || value === null;
}

function toList(value: JsonValue): readonly JsonValue[] {
  return Array.isArray(value) ? (value as readonly JsonValue[]) : [value];
}
