import { findReferenced } from "../../manifest/checks/schema/find-schema-problems.ts";
import { isObject } from "../../model/json.ts";
import type { JsonObject, JsonValue } from "../../model/json.ts";
import { showText } from "../../text/show-text.ts";
import { listAt, own } from "../document/members.ts";

export type Flat<Value> =
  { readonly ok: true; readonly value: Value } | { readonly ok: false; readonly reason: string };

const MAX_STEPS = 20;

/** What a reference leads to, with what stands beside it laid over; a value without one is given back. */
export function followReference(value: JsonValue | undefined, root: JsonObject): Flat<JsonObject> {
  const seen = new Set<string>();
  let at = value;
  let beside: JsonObject = {};
  while (isObject(at)) {
    const reference = own(at, "$ref");
    if (typeof reference !== "string") return { ok: true, value: { ...at, ...beside } };
    if (!reference.startsWith("#")) {
      return { ok: false, reason: `it refers to "${showText(reference)}" outside of the document` };
    }
    if (seen.has(reference) || seen.size === MAX_STEPS) return { ok: false, reason: "its references lead in a circle" };
    seen.add(reference);
    beside = { ...without(at, "$ref"), ...beside };
    at = findReferenced(root, reference);
    if (!isObject(at)) return { ok: false, reason: `"${showText(reference)}" leads nowhere` };
  }
  return { ok: false, reason: "it is not described by an object" };
}

/**
 * A schema with its references followed, and the layers taken off that only say "or null" or hold one member: what
 * remains has a `type`, an `enum`, or says something that no argument can.
 */
export function flattenSchema(
  value: JsonValue | undefined,
  root: JsonObject,
  steps: number = MAX_STEPS,
): Flat<JsonObject> {
  const followed = followReference(value, root);
  if (!followed.ok) return followed;
  if (steps === 0) return { ok: false, reason: "it is nested too deep" };
  const schema = followed.value;
  for (const keyword of ["anyOf", "oneOf", "allOf"]) {
    const members = listAt(schema, keyword);
    if (members.length === 0) continue;
    const rest = without(schema, keyword);
    const meant = keyword === "allOf" ? members : members.filter((member) => !isNull(member));
    const [only] = meant;
    if (meant.length !== 1 || only === undefined) {
      return { ok: false, reason: `it may have several forms (\`${keyword}\`)` };
    }
    const inner = flattenSchema(only, root, steps - 1);
    return inner.ok ? { ok: true, value: { ...inner.value, ...rest } } : inner;
  }
  return { ok: true, value: schema };
}

function isNull(schema: JsonValue): boolean {
  return isObject(schema) && own(schema, "type") === "null";
}

function without(object: JsonObject, key: string): JsonObject {
  return Object.fromEntries(Object.entries(object).filter(([name]) => name !== key));
}
