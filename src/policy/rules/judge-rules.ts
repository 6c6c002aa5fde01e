import type { DecisionStep } from "../../model/decision.ts";
import { LAYERS } from "../../model/tool.ts";
import type { PolicyRequest, Rule } from "../policy.ts";
import { matchName } from "./match-name.ts";

export interface RuleAnswer extends DecisionStep {
  readonly rule: Rule;
}

/**
 * Every rule that speaks about this tool, under its name or, where the rule takes something away, under another system's
 * name of it. An allow from below the tool's own layer does not.
 */
export function judgeRules(tool: PolicyRequest["tool"], rules: readonly Rule[]): readonly RuleAnswer[] {
  const answers: RuleAnswer[] = [];
  for (const rule of rules) {
    if (!isAbout(rule, tool)) continue;
    if (rule.effect === "allow" && isBelow(rule, tool)) {
      answers.push({ source: "rules", verdict: "none", reason: outranked(rule, tool), rule });
    } else {
      answers.push({ source: "rules", verdict: rule.effect, reason: explain(rule), rule });
    }
  }
  return answers;
}

/** Calls by another name reach the tool, so a denial of that name must, too; an allow covers what it names alone. */
function isAbout(rule: Rule, { name, aliases = [] }: PolicyRequest["tool"]): boolean {
  if (matchName(rule.tool, name)) return true;
  return rule.effect !== "allow" && aliases.some((alias) => matchName(rule.tool, alias));
}

/** A cloned project cannot ride on what a user allowed for a tool of the same name. */
function isBelow(rule: Rule, tool: PolicyRequest["tool"]): boolean {
  return LAYERS.indexOf(rule.layer) < LAYERS.indexOf(tool.layer);
}

function outranked(rule: Rule, tool: PolicyRequest["tool"]): string {
  return `allow rule \`${rule.tool}\` (${rule.source}) is of the ${rule.layer} layer and does not cover a ${tool.layer} tool`;
}

function explain(rule: Rule): string {
  const because = rule.reason === null ? "" : `: ${rule.reason}`;
  return `${rule.effect} rule \`${rule.tool}\` (${rule.source})${because}`;
}
