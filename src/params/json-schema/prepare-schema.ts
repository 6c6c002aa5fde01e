import { ignoredKeyword, schemaArrayKeyword, schemaMapKeyword } from "@cfworker/json-schema";
import { isObject } from "../../model/json.ts";
import type { JsonObject, JsonSchema, JsonValue } from "../../model/json.ts";
import { compilePattern } from "../pattern.ts";
import { MAX_VALUE_BYTES } from "../read-text.ts";
import { isKnownFormat } from "./formats.ts";

/** What the formats of a prepared schema stand for, by their names. */
export type Patterns = ReadonlyMap<string, (text: string) => boolean>;

export type PreparedSchema =
  | { readonly ok: true; readonly schema: JsonSchema; readonly patterns: Patterns }
  | { readonly ok: false; readonly message: string };

/** What begins the name of a format that stands for a pattern. */
export const PATTERN_FORMAT = "toolgate-pattern:";

/** A text that no pattern can be asked about. A guess would be wrong under `not`, so the whole check ends. */
export class TextTooLong extends Error {}

/**
 * A copy of the schema in which every `pattern` became a format. The validator would run patterns on an engine that a
 * short text can keep busy for hours; formats it looks up in a table of functions, wherever they stand in the schema.
 * Refused are patterns that the linear engine cannot run, and `patternProperties`, for which there is no such way.
 */
export function prepareSchema(schema: JsonSchema): PreparedSchema {
  try {
    const patterns = new Map<string, (text: string) => boolean>();
    return { ok: true, schema: copySchema(schema, "", patterns), patterns };
  } catch (error) {
    if (error instanceof Unusable) return { ok: false, message: error.message };
    return { ok: false, message: "the schema is nested too deeply" };
  }
}

/** Ends the walk from any depth; never leaves this file. */
class Unusable extends Error {}

type Found = Map<string, (text: string) => boolean>;

function copySchema(schema: JsonObject, at: string, found: Found): JsonObject {
  const { pattern, ...others } = schema;
  const kept = Object.entries(others).filter(([key, member]) => key !== "format" || isKnownFormat(member));
  const members = kept.map(([key, member]) => [key, copyMember(key, member, `${at}/${key}`, found)] as const);
  const copy: JsonObject = Object.fromEntries(members);
  if (pattern === undefined) return copy;
  const asFormat = { format: toFormat(pattern, `${at}/pattern`, found) };
  if (copy["format"] === undefined) return { ...copy, ...asFormat };
  const all = copy["allOf"];
  return { ...copy, allOf: [...(Array.isArray(all) ? (all as readonly JsonValue[]) : []), asFormat] };
}

/** The same walk as the validator's own, so that nothing which it takes for a schema is passed over. */
function copyMember(key: string, member: JsonValue | undefined, at: string, found: Found): JsonValue | undefined {
  if (key === "patternProperties") {
    throw new Unusable(`\`${at}\` is not supported; use \`properties\`, or \`propertyNames\` with a pattern`);
  }
  if (ignoredKeyword[key] === true) return member;
  if (Array.isArray(member)) {
    const items = member as readonly JsonValue[];
    return schemaArrayKeyword[key] === true
      ? items.map((item, index) => copyAny(item, `${at}/${index}`, found))
      : items;
  }
  if (!isObject(member) || !(schemaMapKeyword[key] === true || key === "dependencies"))
    return copyAny(member, at, found);
  return Object.fromEntries(
    Object.entries(member).map(([name, inner]) => [name, copyAny(inner, `${at}/${name}`, found)]),
  );
}

function copyAny<Value extends JsonValue | undefined>(value: Value, at: string, found: Found): Value | JsonObject {
  return isObject(value) ? copySchema(value, at, found) : value;
}

function toFormat(pattern: JsonValue, at: string, found: Found): string {
  if (typeof pattern !== "string") throw new Unusable(`\`${at}\` is not a text`);
  const compiled = compilePattern(pattern);
  if (!compiled.ok) throw new Unusable(`\`${at}\` cannot be used: ${compiled.message}`);
  found.set(PATTERN_FORMAT + pattern, (text) => {
    if (text.length > MAX_VALUE_BYTES) throw new TextTooLong();
    return compiled.matches(text);
  });
  return PATTERN_FORMAT + pattern;
}
