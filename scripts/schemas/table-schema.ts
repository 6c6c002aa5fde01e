import type { TableShape } from "../../src/manifest/toml/table-reader.ts";
import type { JsonObject } from "../../src/model/json.ts";

/** One short text for each key of a table, by key. */
export type Texts = Readonly<Record<string, string>>;

/**
 * The JSON Schema of a table: the keys that its reader knows, and no others. `refined` says more than a key's own field
 * does, and must where that says nothing: of a table, and of a value that a reader of its own takes apart.
 */
export function toTableSchema(
  shape: TableShape,
  texts: Texts,
  refined: Readonly<Record<string, JsonObject>> = {},
): JsonObject {
  checkSameKeys(shape, texts, refined);
  const required = Object.keys(shape).filter((key) => shape[key]?.required === true);
  return {
    type: "object",
    properties: Object.fromEntries(
      Object.entries(shape).map(([key, field]) => {
        const more = refined[key];
        const own = field.schema();
        if (more === undefined && isOpen(own)) throw new Error(`nothing is said about what stands in \`${key}\``);
        return [key, { description: texts[key], ...own, ...more }];
      }),
    ),
    ...(required.length === 0 ? {} : { required }),
    additionalProperties: false,
  };
}

/** A table in which each entry is described by `entry`; `null` as names: any. */
export function toMapSchema(entry: JsonObject, names: RegExp | null, more: JsonObject = {}): JsonObject {
  const named = names === null ? {} : { propertyNames: { pattern: names.source } };
  return { type: "object", ...named, additionalProperties: entry, ...more };
}

/** Allows every key but these. The message of a validator then has the key in it. */
export function without(...keys: readonly string[]): JsonObject {
  return { propertyNames: { not: { enum: keys } } };
}

/** Holds for a table in which a key has this value. */
export function says(key: string, value: string | readonly string[]): JsonObject {
  return { properties: { [key]: { enum: typeof value === "string" ? [value] : value } }, required: [key] };
}

function checkSameKeys(shape: TableShape, texts: Texts, refined: Readonly<Record<string, JsonObject>>): void {
  const unsaid = Object.keys(shape).filter((key) => !Object.hasOwn(texts, key));
  const unknown = [...Object.keys(texts), ...Object.keys(refined)].filter((key) => !Object.hasOwn(shape, key));
  if (unsaid.length > 0) throw new Error(`no text for: ${unsaid.join(", ")}`);
  if (unknown.length > 0) throw new Error(`no such key: ${unknown.join(", ")}`);
}

function isOpen(schema: JsonObject): boolean {
  const { type, ...others } = schema as JsonObject & { readonly type?: unknown };
  return (type === undefined || type === "object") && Object.keys(others).length === 0;
}
