import type { Decision, DecisionStep } from "../../model/decision.ts";
import type { Policy } from "../../policy/policy.ts";
import { describeRule } from "../../policy/rules/describe-rule.ts";
import type { Decider } from "./replay.ts";

/** Sources whose reasons begin with what they are, and go on with what they found. */
const FINDING: ReadonlySet<string> = new Set(["deny_pack", "breaker", "shell", "limits"]);
const MOST_RULES = 3;
const MOST_CHARACTERS = 300;

/** What a decision came from, in words that do not change with the arguments of a call. */
export function findDecider(decision: Decision, policy: Policy): Decider {
  const { effect, reasons, trace } = decision;
  const step = trace.find(({ verdict }) => verdict === effect);
  if (step === undefined) return { source: "mode", name: toName(reasons[0] ?? "") };
  const name = toStableName(step, decision, policy);
  // That nobody can be asked is the same for all of them; what would have asked is not.
  const asked =
    effect === "deny" ? trace.find((one) => one.verdict === "ask" && reasons.includes(one.reason)) : undefined;
  const why = asked === undefined ? "" : `: ${toStableName(asked, decision, policy)}`;
  return { source: step.source, name: toName(`${name}${why}`) };
}

function toStableName({ source, reason, about, verdict }: DecisionStep, decision: Decision, policy: Policy): string {
  if (source === "rules") return toName(findRuleNames(reason, verdict, decision, policy) ?? reason);
  const [beginning = reason] = FINDING.has(source) ? reason.split(": ", 1) : [];
  return toName(about === undefined ? beginning : beginning.replaceAll(about, "it"));
}

/** Several rules together may cover a line: then its reason names none of them. */
function findRuleNames(
  reason: string,
  verdict: DecisionStep["verdict"],
  { matched }: Decision,
  { rules }: Policy,
): string | null {
  const speaking = rules.filter(({ id }) => matched.includes(id));
  const named = speaking.map(describeRule).find((rule) => reason.endsWith(rule));
  if (named !== undefined) return named;
  const deciding = speaking.filter(({ effect }) => effect === verdict).map(describeRule);
  const more = deciding.length - MOST_RULES;
  if (deciding.length === 0) return null;
  return `${deciding.slice(0, MOST_RULES).join(" and ")}${more > 0 ? ` and ${more} more` : ""}`;
}

function toName(text: string): string {
  return text.length > MOST_CHARACTERS ? `${text.slice(0, MOST_CHARACTERS)}…` : text;
}
