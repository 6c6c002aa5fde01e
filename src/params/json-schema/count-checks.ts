import { isObject } from "../../model/json.ts";
import type { JsonObject, JsonSchema, JsonValue } from "../../model/json.ts";

/** Nested further than any value that a call may carry. */
const MAX_DEPTH = 500;
/** Plain values that are compared while one keyword is looked at. */
const COMPARED_AT_ONCE = 100;

/**
 * About how many steps it takes to hold a value against a schema, never less than the validator takes but for a
 * constant. Counting stops above `limit`, so that it costs no more than what it prevents: a schema of a few thousand
 * alternatives and a list of a few thousand values are small, and keep a validator busy for hours together.
 */
export function countChecks(schema: JsonSchema, value: JsonValue, limit: number): number {
  const count: Count = { root: schema, spent: 0, limit };
  visit(schema, value, count, 0);
  return count.spent;
}

interface Count {
  readonly root: JsonObject;
  spent: number;
  readonly limit: number;
}

function visit(schema: JsonValue | undefined, value: JsonValue, count: Count, depth: number): void {
  if (!isObject(schema) || count.spent > count.limit) return;
  count.spent += depth > MAX_DEPTH ? count.limit + 1 : 1;
  for (const [keyword, member] of Object.entries(schema)) {
    if (count.spent > count.limit) return;
    if (member !== undefined) visitKeyword(keyword, member, schema, value, count, depth + 1);
  }
}

function visitKeyword(
  keyword: string,
  member: JsonValue,
  schema: JsonObject,
  value: JsonValue,
  count: Count,
  depth: number,
): void {
  const walk = (inner: JsonValue | undefined, at: JsonValue): void => visit(inner, at, count, depth);
  if (keyword === "$ref") walk(findReferenced(count.root, member), value);
  else if (SAME_VALUE.has(keyword)) for (const inner of toSchemas(keyword, member)) walk(inner, value);
  else if (keyword === "properties") {
    count.spent += toMembers(member).length / COMPARED_AT_ONCE;
    visitProperties(member, value, walk);
  } else if (keyword === "prefixItems") {
    for (const [index, inner] of toList(member).entries()) walk(inner, toList(value)[index] ?? null);
  } else if (EACH_ITEM.has(keyword)) visitAll(toSchemas(keyword, member), toList(value), count, walk);
  else if (EACH_MEMBER.has(keyword)) visitAll([member], toMembers(value), count, walk);
  else if (keyword === "propertyNames") visitAll([member], isObject(value) ? Object.keys(value) : [], count, walk);
  else count.spent += countCompared(keyword, member, value, schema);
}

const SAME_VALUE = new Set([
  ...["allOf", "anyOf", "oneOf", "not", "if", "then", "else", "dependentSchemas", "dependencies"],
]);
const EACH_ITEM = new Set(["items", "additionalItems", "unevaluatedItems", "contains"]);
const EACH_MEMBER = new Set(["additionalProperties", "unevaluatedProperties"]);

/** A keyword has one schema, a list of them, or some by name. */
function toSchemas(keyword: string, member: JsonValue): readonly JsonValue[] {
  if (keyword.startsWith("depend")) return toMembers(member);
  return Array.isArray(member) ? toList(member) : [member];
}

function visitProperties(member: JsonValue, value: JsonValue, walk: (inner: JsonValue, at: JsonValue) => void): void {
  if (!isObject(member) || !isObject(value)) return;
  for (const [key, inner] of Object.entries(member)) {
    const at = Object.hasOwn(value, key) ? value[key] : undefined;
    if (inner !== undefined && at !== undefined) walk(inner, at);
  }
}

/** Every schema for every value; even `true` is a step for each. */
function visitAll(
  schemas: readonly JsonValue[],
  values: readonly JsonValue[],
  count: Count,
  walk: (inner: JsonValue, at: JsonValue) => void,
): void {
  for (const value of values) {
    if (count.spent > count.limit) return;
    count.spent += schemas.length;
    for (const schema of schemas) walk(schema, value);
  }
}

/** What keywords cost that compare values or read a text. */
function countCompared(keyword: string, member: JsonValue, value: JsonValue, { type }: JsonObject): number {
  if (keyword === "uniqueItems" && member === true) return (toList(value).length * sizeOf(value)) / COMPARED_AT_ONCE;
  if (keyword === "enum") return toList(member).length / COMPARED_AT_ONCE + (isPlain(value) ? 0 : sizeOf(member));
  if (keyword === "const") return isPlain(value) ? 0 : sizeOf(member);
  if (keyword === "required") return toList(member).length / COMPARED_AT_ONCE;
  const isText = typeof value === "string" && (type === undefined || type === "string" || Array.isArray(type));
  return isText && keyword === "format" ? value.length / COMPARED_AT_ONCE : 0;
}

/** Plain values in a value. */
function sizeOf(value: JsonValue | undefined): number {
  if (isPlain(value)) return 1;
  let size = 1;
  for (const member of Object.values(value ?? {}) as readonly JsonValue[]) size += sizeOf(member);
  return size;
}

function findReferenced(root: JsonObject, reference: JsonValue): JsonValue | undefined {
  if (typeof reference !== "string" || !/^#(?:\/|$)/.test(reference)) return undefined;
  let at: JsonValue | undefined = root;
  for (const step of reference.split("/").slice(1)) {
    const key = step.replaceAll("~1", "/").replaceAll("~0", "~");
    at = typeof at === "object" && at !== null && Object.hasOwn(at, key) ? (at as JsonObject)[key] : undefined;
  }
  return at;
}

function toMembers(value: JsonValue): readonly JsonValue[] {
  return isObject(value) ? (Object.values(value) as readonly JsonValue[]) : [];
}

function toList(value: JsonValue): readonly JsonValue[] {
  return Array.isArray(value) ? (value as readonly JsonValue[]) : [];
}

function isPlain(value: JsonValue | undefined): boolean {
  return typeof value !== "object" || value === null;
}
