import type { JsonObject, JsonValue } from "../../../model/json.ts";
import { findReferenced } from "./find-schema-problems.ts";
import { SCHEMA_KEYWORDS } from "./schema-keywords.ts";

/** Schemas visited when every reference is followed. It bounds what checking one value can cost. */
const MAX_EXPANDED = 10_000;

/**
 * Says why a schema would cost too much to check values against: references that lead in circles, or that multiply.
 * `null` when it is fine. The schema's keywords must have the right form.
 */
export function checkExpansion(root: JsonObject): string | null {
  const walk: Walk = { root, visited: 0, open: new Set() };
  return visit(root, walk);
}

interface Walk {
  readonly root: JsonObject;
  visited: number;
  /** References that are being followed. */
  readonly open: Set<string>;
}

function visit(schema: JsonObject, walk: Walk): string | null {
  walk.visited += 1;
  if (walk.visited > MAX_EXPANDED)
    return `the schema becomes more than ${MAX_EXPANDED} schemas when its references are followed`;
  for (const [keyword, value] of Object.entries(schema)) {
    const problem = keyword === "$ref" ? follow(value as string, walk) : visitMembers(keyword, value, walk);
    if (problem !== null) return problem;
  }
  return null;
}

function follow(reference: string, walk: Walk): string | null {
  if (reference === "#" || walk.open.has(reference)) return `\`$ref: "${reference}"\` leads in a circle`;
  const target = findReferenced(walk.root, reference);
  if (typeof target !== "object") return null;
  walk.open.add(reference);
  const problem = visit(target, walk);
  walk.open.delete(reference);
  return problem;
}

function visitMembers(keyword: string, value: JsonValue | undefined, walk: Walk): string | null {
  // What is only kept to be referred to costs nothing by itself, but must not hide a circle.
  const form = SCHEMA_KEYWORDS.get(keyword);
  const isMany = form === "schemas" || form === "schema-map";
  if (typeof value !== "object" || value === null || (form !== "schema" && !isMany)) return null;
  for (const member of isMany ? Object.values(value) : [value]) {
    const problem = typeof member === "object" && member !== null ? visit(member as JsonObject, walk) : null;
    if (problem !== null) return problem;
  }
  return null;
}
