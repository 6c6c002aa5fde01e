import { findOpenRun } from "./find-open-run.ts";
import type { Rule } from "../../../policy.ts";
import { renderRuleName } from "../../describe-rule.ts";
import type { RuleIssue } from "../../rule-issue.ts";
import type { CommandPattern } from "./command-pattern.ts";
import { parseCommandPattern } from "./command-pattern.ts";

/** What is wrong with a rule about command lines: it cannot be read, or allows to run anything. */
export function validateCommandRule(rule: Rule, specifier: string): readonly RuleIssue[] {
  const parsed = parseCommandPattern(specifier);
  if (!parsed.ok) {
    const hint = "Write one command, such as `npm test *`; a rule for each command of a line.";
    return [{ severity: "error", code: "bad-specifier", message: parsed.message, hint, key: "specifier" }];
  }
  if (rule.effect !== "allow" || !hasStar(parsed.pattern)) return [];
  const prefix = listBeginning(parsed.pattern);
  if (prefix.length === 0) return [leadingStar(rule)];
  const ban = findOpenRun(prefix);
  if (ban === null) return [];
  const message = `\`${renderRuleName(rule)}\` would let anything run: ${ban}`;
  const hint = "Write out what it starts, such as `npx eslint *`, or leave it to a human.";
  return [{ severity: "error", code: "runs-anything", message, hint, key: "specifier" }];
}

function hasStar({ words }: CommandPattern): boolean {
  return words.some((word) => word.kind === "words" || word.pieces.length > 1);
}

/** The words before the first `*`, with the beginning of the one that it stands in. */
function listBeginning({ words }: CommandPattern): readonly string[] {
  const end = words.findIndex((word) => word.kind === "words" || word.pieces.length > 1);
  const whole = words.slice(0, end).flatMap((word) => (word.kind === "word" ? word.pieces : []));
  const next = words[end];
  const begun = next?.kind === "word" ? (next.pieces[0] ?? "") : "";
  return begun === "" ? whole : [...whole, begun];
}

function leadingStar(rule: Rule): RuleIssue {
  const message = `\`${renderRuleName(rule)}\` allows every program whose words end so`;
  const hint = "Begin with the name of the program.";
  return { severity: "warning", code: "leading-star", message, hint, key: "specifier" };
}
