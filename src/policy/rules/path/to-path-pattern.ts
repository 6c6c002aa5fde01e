import type { Rule } from "../../policy.ts";
import { perRule } from "../per-rule.ts";
import type { ParsedPathPattern } from "./path-pattern.ts";
import { parsePathPattern } from "./path-pattern.ts";

/** The specifier of a rule about paths; what denies or asks is read widely. */
export const toPathPattern: (rule: Rule) => ParsedPathPattern = perRule(({ specifier, effect }) =>
  parsePathPattern(specifier ?? "", effect !== "allow"),
);
