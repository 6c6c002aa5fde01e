import { toObject } from "../../../model/json.ts";
import type { JsonSchema, JsonValue } from "../../../model/json.ts";

export interface ShrunkSchema {
  readonly value: JsonSchema;
  readonly isWhole: boolean;
}

/** What only explains. */
const TEXTS = new Set(["description", "title", "examples", "default", "$comment", "$schema", "$id"]);
/** What holds names of the author's own, not keywords. */
const NAMING = new Set(["properties", "patternProperties", "$defs", "definitions", "dependentSchemas"]);
/** What holds values, which are kept as they are. */
const VALUES = new Set(["enum", "const"]);
const MOST_PROPERTIES = 50;
const MAX_NAME = 60;

/** A schema in at most `limit` characters of JSON: as it is, else without explanations, else its outermost members alone. */
export function shrinkSchema(schema: JsonSchema, limit: number): ShrunkSchema {
  if (JSON.stringify(schema).length <= limit) return { value: schema, isWhole: true };
  const bare = withoutTexts(schema) as JsonSchema;
  if (JSON.stringify(bare).length <= limit) return { value: bare, isWhole: false };
  return { value: toOutline(schema), isWhole: false };
}

function withoutTexts(value: JsonValue, areNames = false): JsonValue {
  if (Array.isArray(value)) return value.map((item: JsonValue) => withoutTexts(item));
  if (typeof value !== "object" || value === null) return value;
  const kept = Object.entries(value).filter(([key]) => areNames || !TEXTS.has(key));
  return Object.fromEntries(
    kept.map(([key, member]) => [
      key,
      !areNames && VALUES.has(key) ? member : withoutTexts(member as JsonValue, !areNames && NAMING.has(key)),
    ]),
  );
}

function toOutline(schema: JsonSchema): JsonSchema {
  const properties = Object.entries(toObject(schema["properties"]))
    .filter(([name]) => name.length <= MAX_NAME)
    .slice(0, MOST_PROPERTIES)
    .map(([name, property]) => [name, toType(toObject(property)["type"])] as const);
  const names = new Set(properties.map(([name]) => name));
  const required = Array.isArray(schema["required"]) ? schema["required"] : [];
  return {
    type: "object",
    properties: Object.fromEntries(properties),
    required: required.filter((name) => typeof name === "string" && names.has(name)),
  };
}

function toType(type: JsonValue | undefined): JsonSchema {
  return typeof type === "string" && type.length <= 10 ? { type } : {};
}
