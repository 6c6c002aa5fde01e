import type { JsonObject, JsonValue } from "../../model/json.ts";
import type { Rule } from "../policy.ts";
import { perRule } from "./per-rule.ts";
import { matchText } from "./text/match-text.ts";
import type { TextPattern } from "./text/text-pattern.ts";
import { parseTextPattern } from "./text/text-pattern.ts";

/**
 * Whether the arguments have every value that a rule is about; a missing one never fits. In a list, one that fits is enough
 * for a deny or ask; an allow is about single values only.
 */
export function paramsFit(rule: Rule, args: JsonObject): boolean {
  if (rule.params === undefined) return true;
  return toPatterns(rule).every(([name, pattern]) => argumentFits(pattern, args, name, rule.effect !== "allow"));
}

/** Whether one argument fits a pattern. `wide`: any element of a list may. */
export function argumentFits(pattern: TextPattern, args: JsonObject, name: string, wide: boolean): boolean {
  const value = Object.hasOwn(args, name) ? args[name] : undefined;
  const values = wide && Array.isArray(value) ? (value as readonly JsonValue[]) : [value];
  return values.some((one) => isScalar(one) && matchText(pattern, String(one)));
}

const toPatterns = perRule(({ params = {} }): readonly (readonly [string, TextPattern])[] =>
  Object.entries(params).map(([name, pattern]) => [name, parseTextPattern(pattern)]),
);

function isScalar(value: JsonValue | undefined): value is string | number | boolean {
  return typeof value === "string" || typeof value === "number" || typeof value === "boolean";
}
