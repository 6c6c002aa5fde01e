import { isObject } from "../../model/json.ts";
import type { JsonObject, JsonSchema, JsonValue } from "../../model/json.ts";

const TYPES = ["string", "integer", "number", "boolean", "null", "array", "object"] as const;
/** `literal`: one of the values that stand there. */
export type SchemaType = (typeof TYPES)[number] | "literal";

/** One way to fit a schema. */
export interface Alternative {
  readonly type: SchemaType;
  /** Where it is said. */
  readonly schema: JsonObject;
  /** With `literal`; else none. */
  readonly values: readonly JsonValue[];
}

/** References and branches are followed so deep and so far; a schema comes from a stranger. */
const MAX_DEPTH = 8;
const MAX_VISITS = 200;

/**
 * The types that a schema names, in the order in which they stand: `enum` and `const` first, then `type`, then the branches of
 * `anyOf` and `oneOf`; those of `allOf` only where nothing else names any. References inside the document are followed.
 */
export function listAlternatives(schema: JsonValue | undefined, root: JsonSchema): readonly Alternative[] {
  const walk: Walk = { root, found: [], visits: 0 };
  collect(schema, walk, 0);
  return walk.found;
}

interface Walk {
  readonly root: JsonSchema;
  readonly found: Alternative[];
  visits: number;
}

function collect(schema: JsonValue | undefined, walk: Walk, depth: number): void {
  walk.visits += 1;
  if (!isObject(schema) || depth > MAX_DEPTH || walk.visits > MAX_VISITS) return;
  const { root, found } = walk;
  const before = found.length;
  const { enum: listed, const: only, type, $ref, anyOf, oneOf, allOf } = schema;
  const values = [
    ...(Array.isArray(listed) ? (listed as readonly JsonValue[]) : []),
    ...(only === undefined ? [] : [only]),
  ];
  if (values.length > 0) found.push({ type: "literal", schema, values });
  else found.push(...toTypes(type).map((one) => ({ type: one, schema, values: [] })));
  const branches = [anyOf, oneOf].flatMap((list) => (Array.isArray(list) ? (list as readonly JsonValue[]) : []));
  if (found.length === before && typeof $ref === "string") collect(findReferred($ref, root), walk, depth + 1);
  if (found.length === before) for (const branch of branches) collect(branch, walk, depth + 1);
  const all = Array.isArray(allOf) ? (allOf as readonly JsonValue[]) : [];
  for (const part of all) if (found.length === before) collect(part, walk, depth + 1);
}

function toTypes(type: JsonValue | undefined): readonly (typeof TYPES)[number][] {
  const named: readonly JsonValue[] = Array.isArray(type) ? (type as readonly JsonValue[]) : [type ?? null];
  return named.flatMap((one) => TYPES.filter((known) => known === one));
}

/** By a JSON pointer, such as `#/$defs/place`; nothing outside of the document. */
function findReferred(reference: string, root: JsonSchema): JsonValue | undefined {
  if (!reference.startsWith("#")) return undefined;
  let at: JsonValue | undefined = root;
  for (const step of reference.slice(1).split("/").slice(1)) {
    const name = step.replaceAll("~1", "/").replaceAll("~0", "~");
    at = isObject(at) && Object.hasOwn(at, name) ? at[name] : undefined;
  }
  return at;
}
