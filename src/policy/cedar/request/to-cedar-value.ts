import { canonicalJson } from "../../../model/canonical-json.ts";
import type { JsonValue } from "../../../model/json.ts";
import type { CedarValue } from "../cedar-engine.ts";
import type { ArgumentType } from "../schema/argument-types.ts";

/**
 * An argument as Cedar sees it; `undefined` where it cannot be of that type. What Cedar has no type for (fractions,
 * objects, mixed lists) is text: its JSON. Text is only ever a value, whatever it looks like.
 */
export function toCedarValue(value: JsonValue, type: ArgumentType): CedarValue | undefined {
  switch (type) {
    case "String":
      // A lone surrogate would make the engine refuse the whole request.
      return (typeof value === "string" ? value : canonicalJson(value)).toWellFormed();
    case "Long":
      return typeof value === "number" && Number.isSafeInteger(value) ? value : undefined;
    case "Boolean":
      return typeof value === "boolean" ? value : undefined;
    case "Set<String>":
      return toSet(value, "String");
    case "Set<Long>":
      return toSet(value, "Long");
    case "Set<Boolean>":
      return toSet(value, "Boolean");
  }
}

function toSet(value: JsonValue, type: "String" | "Long" | "Boolean"): CedarValue | undefined {
  if (!Array.isArray(value)) return undefined;
  const items: CedarValue[] = [];
  for (const item of value as readonly JsonValue[]) {
    const member = toCedarValue(item, type);
    if (member === undefined) return undefined;
    items.push(member);
  }
  return items;
}
