import type { JsonValue } from "../../model/json.ts";
import { ImportError } from "../import-result.ts";

const MAX_DEPTH = 64;
const MAX_VALUES = 500_000;

/**
 * What a parser made, as JSON data without prototypes. Values that are used in many places are counted in each, and
 * circles end at the depth. @throws ImportError
 */
export function toPlainData(value: unknown): JsonValue {
  return copy(value, MAX_DEPTH, { left: MAX_VALUES });
}

function copy(value: unknown, depth: number, budget: { left: number }): JsonValue {
  if (depth === 0) throw new ImportError(`the document is nested more than ${MAX_DEPTH} deep`);
  budget.left -= 1;
  if (budget.left < 0) throw new ImportError(`the document has more than ${MAX_VALUES} values`);
  if (value === null || typeof value === "string" || typeof value === "boolean") return value;
  if (typeof value === "number") {
    if (Number.isFinite(value)) return value;
    throw new ImportError("the document holds a number that JSON does not have");
  }
  if (Array.isArray(value)) return value.map((entry) => copy(entry, depth - 1, budget));
  if (typeof value !== "object")
    throw new ImportError(`the document holds a ${typeof value}, which JSON does not have`);
  const entries = Object.entries(value).map(([key, member]) => [key, copy(member, depth - 1, budget)] as const);
  return Object.fromEntries(entries);
}
