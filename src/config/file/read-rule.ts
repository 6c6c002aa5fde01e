import type { RuleEffect } from "../../policy/policy.ts";
import { parseRule } from "../../policy/rules/text/parse-rule.ts";
import type { ParsedRule } from "../../policy/rules/text/parse-rule.ts";
import { showText } from "../../text/show-text.ts";
import type { RuleEntry, RuleTable } from "./permission-data.ts";

export type ReadRule =
  | {
      readonly ok: true;
      readonly tool: string;
      readonly specifier: string | null;
      readonly warnings: readonly RuleProblem[];
    }
  | ({ readonly ok: false } & RuleProblem);

export interface RuleProblem {
  readonly code: string;
  readonly message: string;
  readonly hint: string;
  /** The key of the table that it is about. @default the rule as a whole */
  readonly key?: keyof RuleTable | undefined;
}

/** A rule as it is written, a text or a table, as what is judged. */
export function readRule(written: RuleEntry, effect: RuleEffect): ReadRule {
  return typeof written === "string" ? toRead(parseRule(written), effect) : readTable(written, effect);
}

function readTable({ tool, specifier, params }: RuleTable, effect: RuleEffect): ReadRule {
  const name = parseRule(tool);
  if (name.ok && tool.includes("(")) {
    const message = `\`tool\` expects the name of a tool, got \`${showText(tool)}\``;
    return { ok: false, code: "bad-rule", message, hint: "What stands between the parentheses goes into `specifier`." };
  }
  if (!name.ok || specifier === undefined) return toRead(name, params === undefined ? effect : null);
  const read = toRead(parseRule(`${tool}(${specifier})`), effect);
  return read.ok ? read : { ...read, key: "specifier" };
}

/** @param effect `null` where something else narrows the rule */
function toRead(parsed: ParsedRule, effect: RuleEffect | null): ReadRule {
  if (!parsed.ok) return { ok: false, code: "bad-rule", message: parsed.message, hint: parsed.hint };
  const { tool, specifier, coversAll } = parsed;
  return { ok: true, tool, specifier, warnings: effect === "allow" && coversAll ? [ALLOWS_ALL] : [] };
}

const ALLOWS_ALL: RuleProblem = {
  code: "allow-everything",
  message: "this rule lets every tool run without asking, also tools that are added later",
  hint: "Name the tools, or a group of them such as `files.*`.",
};
