import { perRule } from "../../per-rule.ts";
import type { ParsedCommandPattern } from "./command-pattern.ts";
import { parseCommandPattern } from "./command-pattern.ts";

/** The specifier of a rule about command lines; not `ok` also where it has none. */
export const toCommandPattern: (rule: Parameters<ReturnType<typeof perRule>>[0]) => ParsedCommandPattern = perRule(
  ({ specifier }): ParsedCommandPattern => parseCommandPattern(specifier ?? ""),
);
