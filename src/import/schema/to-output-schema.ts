import { findSchemaProblems } from "../../manifest/checks/schema/find-schema-problems.ts";
import { isObject } from "../../model/json.ts";
import type { JsonObject, JsonValue } from "../../model/json.ts";
import { own } from "../document/members.ts";
import { followReference } from "./flatten-schema.ts";
import type { Flat } from "./flatten-schema.ts";

const MAX_SCHEMAS = 300;
/** No list of a manifest has more entries than 1000. */
const MAX_LIST = 500;
/** Each level takes up to four of the levels that TOML may have. */
const MAX_DEPTH = 7;

/** Keywords whose value is copied when it has this type. All others only describe, or are left to the other side. */
const COPIED: Readonly<Record<string, "number" | "boolean">> = {
  minimum: "number",
  maximum: "number",
  multipleOf: "number",
  minLength: "number",
  maxLength: "number",
  minItems: "number",
  maxItems: "number",
  uniqueItems: "boolean",
};

interface Walk {
  readonly root: JsonObject;
  left: number;
}

/**
 * A schema as `[output.schema]` holds it: references put in their places, and only keywords that say what a value looks
 * like. Not every schema fits: one that refers to itself, or is very large, is not carried.
 */
export function toOutputSchema(schema: JsonValue | undefined, root: JsonObject): Flat<JsonObject> {
  try {
    const value = convert(schema, { root, left: MAX_SCHEMAS }, MAX_DEPTH);
    const problem = findSchemaProblems(value).find(({ severity }) => severity === "error");
    return problem === undefined ? { ok: true, value } : { ok: false, reason: problem.message };
  } catch (error) {
    if (error instanceof NotCarried) return { ok: false, reason: error.message };
    throw error;
  }
}

class NotCarried extends Error {}

function convert(given: JsonValue | undefined, walk: Walk, depth: number): JsonObject {
  if (given === true || given === undefined) return {};
  walk.left -= 1;
  if (depth === 0) throw new NotCarried("it is nested too deep, or refers to itself");
  if (walk.left < 0) throw new NotCarried(`it becomes more than ${MAX_SCHEMAS} schemas`);
  const followed = followReference(given, walk.root);
  if (!followed.ok) throw new NotCarried(followed.reason);
  const schema = followed.value;
  const converted = {
    ...toType(schema),
    ...toValues(schema),
    ...copyPlain(schema),
    ...toInner(schema, walk, depth - 1),
  };
  return own(schema, "nullable") === true ? { anyOf: [converted, { type: "null" }] } : converted;
}

function toType(schema: JsonObject): JsonObject {
  const type = own(schema, "type");
  return typeof type === "string" || Array.isArray(type) ? { type: type as JsonValue } : {};
}

/** TOML has no `null`; a list of values that holds it says less without harm. */
function toValues(schema: JsonObject): JsonObject {
  const values = own(schema, "enum");
  const only = own(schema, "const");
  const listed = Array.isArray(values) ? (values as readonly JsonValue[]) : only === undefined ? [] : [only];
  const isPlain =
    listed.length > 0 &&
    listed.length <= MAX_LIST &&
    listed.every((value) => typeof value === "string" || typeof value === "number");
  return isPlain ? { enum: [...new Set(listed)] } : {};
}

function copyPlain(schema: JsonObject): JsonObject {
  const entries = Object.entries(COPIED).flatMap(([key, type]) => {
    const value = own(schema, key);
    return typeof value === type && value !== undefined && isGood(key, value) ? [[key, value] as const] : [];
  });
  return Object.fromEntries(entries);
}

function isGood(key: string, value: JsonValue): boolean {
  if (key === "uniqueItems") return true;
  if (key === "multipleOf") return typeof value === "number" && value > 0;
  if (key === "minimum" || key === "maximum") return Math.abs(Number(value)) <= Number.MAX_SAFE_INTEGER;
  return Number.isSafeInteger(value) && Number(value) >= 0;
}

function toInner(schema: JsonObject, walk: Walk, depth: number): JsonObject {
  const properties = own(schema, "properties");
  const required = own(schema, "required");
  const items = own(schema, "items");
  const extra = own(schema, "additionalProperties");
  const members = isObject(properties)
    ? Object.entries(properties).map(([key, member]) => [key, convert(member, walk, depth)] as const)
    : [];
  if (Array.isArray(required) && required.length > MAX_LIST) throw new NotCarried("it demands too many members");
  const names = Array.isArray(required) ? (required as readonly JsonValue[]) : [];
  return {
    ...(members.length === 0 ? {} : { properties: Object.fromEntries(members) }),
    ...(names.length === 0 ? {} : { required: [...new Set(names.filter((name) => typeof name === "string"))] }),
    ...(isObject(items) ? { items: convert(items, walk, depth) } : {}),
    ...(extra === false ? { additionalProperties: false } : {}),
    ...toCombined(schema, walk, depth),
  };
}

function toCombined(schema: JsonObject, walk: Walk, depth: number): JsonObject {
  const entries = ["allOf", "anyOf", "oneOf"].flatMap((keyword) => {
    const members = own(schema, keyword);
    if (!Array.isArray(members) || members.length === 0) return [];
    return [[keyword, (members as readonly JsonValue[]).map((member) => convert(member, walk, depth))] as const];
  });
  return Object.fromEntries(entries);
}
