import { isObject } from "../../model/json.ts";
import type { JsonObject, JsonSchema, JsonValue } from "../../model/json.ts";
import { parseFinite, parseInteger } from "../types/parse-number.ts";
import { checkSchema } from "./check-schema.ts";
import { listAlternatives } from "./list-alternatives.ts";
import type { Alternative, SchemaType } from "./list-alternatives.ts";

/** What a person typed: a text, or the texts of a name that was given more than once. */
export type GivenText = string | readonly string[];

/** Nobody types more levels; beyond, texts stay texts. */
const MAX_LEVELS = 8;

/**
 * The values that texts stand for under a tool's JSON Schema. Each is read as the types that the schema names for it, in that
 * order; the first reading that the schema takes is the value, else the first reading that there is, else the text itself,
 * which the tool then refuses in its own words. A text is never cut, trimmed or guessed at.
 */
export function fromTexts(schema: JsonSchema, texts: Readonly<Record<string, GivenText>>): JsonObject {
  // `fromEntries` makes own members whatever the name, also for `__proto__`.
  return Object.fromEntries(
    Object.entries(texts).map(([name, given]) => [name, readGiven(findMember(schema, name), given, schema)]),
  );
}

function findMember(schema: JsonSchema, name: string): JsonValue | undefined {
  const { properties, additionalProperties } = schema;
  const known = isObject(properties) && Object.hasOwn(properties, name) ? properties[name] : undefined;
  return known ?? additionalProperties;
}

function readGiven(member: JsonValue | undefined, given: GivenText, root: JsonSchema): JsonValue {
  if (typeof given === "string") return readText(member, given, root, 0);
  const list = listAlternatives(member, root).find(({ type }) => type === "array");
  return given.map((text) => readText(list?.schema["items"], text, root, 1));
}

function readText(member: JsonValue | undefined, text: string, root: JsonSchema, level: number): JsonValue {
  if (!isObject(member) || level > MAX_LEVELS) return text;
  const readings = listAlternatives(member, root).flatMap((one) => readAs(one, text));
  const [first] = readings;
  if (first === undefined || readings.length === 1) return first === undefined ? text : first;
  return readings.find((value) => fits(member, value, root)) ?? first;
}

/** Whether the schema of one value takes it; what it refers to stands in the whole. */
function fits(member: JsonObject, value: JsonValue, { $defs, definitions }: JsonSchema): boolean {
  const shared = { ...($defs === undefined ? {} : { $defs }), ...(definitions === undefined ? {} : { definitions }) };
  return checkSchema({ ...shared, ...member }, value).length === 0;
}

/** One value, or none where the text is no spelling of the type. */
function readAs({ type, values }: Alternative, text: string): readonly JsonValue[] {
  if (type === "literal") return values.filter((value) => isSpelling(value, text));
  const value = READERS[type](text);
  return value === undefined ? [] : [value];
}

/** A literal text is typed as it is; every other literal as its JSON. */
function isSpelling(value: JsonValue, text: string): boolean {
  return value === text || (typeof value !== "string" && JSON.stringify(value) === text);
}

const READERS: Readonly<Record<Exclude<SchemaType, "literal">, (text: string) => JsonValue | undefined>> = {
  string: (text) => text,
  integer: (text) => parseInteger(text) ?? undefined,
  number: (text) => parseFinite(text) ?? undefined,
  boolean: (text) => (text === "true" || text === "false" ? text === "true" : undefined),
  null: (text) => (text === "null" ? null : undefined),
  array: (text) => parseJson(text, Array.isArray),
  object: (text) => parseJson(text, isObject),
};

function parseJson(text: string, isWanted: (value: JsonValue) => boolean): JsonValue | undefined {
  try {
    const value = JSON.parse(text) as JsonValue;
    return isWanted(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
