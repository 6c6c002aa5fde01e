import { showText } from "../../text/show-text.ts";
import type { PolicyAnswer, Rule } from "../policy.ts";

const CODES = { deny: "DENIED_BY_RULE", ask: "ASK_RULE", allow: "ALLOWED_BY_RULE" } as const;

/** A rule as it would be written. */
export function renderRuleName({ tool, specifier, params }: Rule): string {
  const limits = Object.entries(params ?? {}).map(([name, pattern]) => `${name} = ${pattern}`);
  const written = specifier == null ? tool : `${tool}(${specifier})`;
  return showText(limits.length === 0 ? written : `${written} with ${limits.join(", ")}`, 120);
}

/** ``deny rule `git.*` (toolgate.toml:3)``, and why where somebody said. */
export function describeRule(rule: Rule): string {
  const because = rule.reason === null ? "" : `: ${rule.reason}`;
  return `${rule.effect} rule \`${renderRuleName(rule)}\` (${rule.source})${because}`;
}

/** What a rule answers where it is about the call, or about a part of it. */
export function toRuleAnswer(rule: Rule, about?: string): PolicyAnswer {
  const { effect, id } = rule;
  const answer = {
    source: "rules",
    verdict: effect,
    code: CODES[effect],
    reason: describeRule(rule),
    ruleId: id,
  } as const;
  return about === undefined ? answer : { ...answer, about };
}

/** A deny or ask that may be meant, as far as is known. */
export function toDoubtAnswer(rule: Rule, why: string, about?: string): PolicyAnswer {
  const reason = `${why}: ${describeRule(rule)}`;
  const answer = { source: "rules", verdict: "ask", code: "ASK_RULE", reason, ruleId: rule.id } as const;
  return about === undefined ? answer : { ...answer, about };
}

/** Says something for those who read how a decision came about, and decides nothing. */
export function toNote(reason: string, about?: string): PolicyAnswer {
  const answer = { source: "rules", verdict: "none", code: "ASK_BY_DEFAULT", reason } as const;
  return about === undefined ? answer : { ...answer, about };
}
