import type { Decision, DecisionCode, DecisionStep } from "../model/decision.ts";
import type { Policy, PolicyFacts, PolicyRequest } from "./policy.ts";
import { judgeRules } from "./rules/judge-rules.ts";

interface Answer extends DecisionStep {
  readonly code: DecisionCode;
  readonly ruleId?: string;
}

/**
 * May this call run? A pure function: the same request, facts and policy always give the same decision.
 *
 * 1. Any deny wins: a pause, a deny rule, `plan` mode for whatever is not read-only.
 * 2. Else any ask: an ask rule, a tool that wants a human each time.
 * 3. Else any allow rule.
 * 4. Else the mode: read-only runs; `autonomous` allows; everything else asks.
 * 5. Where nobody can be asked, an ask is a deny.
 */
export function decide(request: PolicyRequest, facts: PolicyFacts, policy: Policy): Decision {
  const answers = [
    ...judgePause(policy),
    ...fromRules(request, policy),
    ...judgeApproval(request),
    ...judgePlan(request, policy),
  ];
  const decisive =
    answers.filter((answer) => answer.verdict === "deny").at(0) ??
    answers.filter((answer) => answer.verdict === "ask").at(0) ??
    answers.filter((answer) => answer.verdict === "allow").at(0);
  if (decisive !== undefined) return settle(answers, decisive, facts);
  const byMode = judgeMode(request, policy);
  return settle([...answers, byMode], byMode, facts);
}

function judgePause(policy: Policy): Answer[] {
  if (policy.paused === null) return [];
  return [
    {
      source: "pause",
      verdict: "deny",
      code: "DENIED_PAUSED",
      reason: `all calls are paused: ${policy.paused.reason}`,
    },
  ];
}

const RULE_CODES = {
  deny: "DENIED_BY_RULE",
  ask: "ASK_RULE",
  allow: "ALLOWED_BY_RULE",
  none: "ALLOWED_BY_RULE",
} as const;

function fromRules(request: PolicyRequest, policy: Policy): Answer[] {
  return judgeRules(request.tool, policy.rules).map(({ rule, ...step }) => ({
    ...step,
    code: RULE_CODES[step.verdict],
    ruleId: rule.id,
  }));
}

function judgeApproval({ tool }: PolicyRequest): Answer[] {
  if (!tool.humanApproval) return [];
  const reason = "the tool asks a human before every call (human_approval)";
  return [{ source: "human_approval", verdict: "ask", code: "ASK_HUMAN_APPROVAL", reason }];
}

function judgePlan({ tool }: PolicyRequest, policy: Policy): Answer[] {
  if (policy.mode !== "plan" || tool.effect === "read") return [];
  const reason = `mode \`plan\` runs read-only tools only, and this one's effect is \`${tool.effect}\``;
  return [{ source: "mode", verdict: "deny", code: "DENIED_BY_MODE", reason }];
}

function judgeMode({ tool }: PolicyRequest, { mode }: Policy): Answer {
  if (tool.effect === "read") {
    const reason = "no rule speaks about this read-only tool, and read-only tools run without asking";
    return { source: "mode", verdict: "allow", code: "ALLOWED_READ_ONLY", reason };
  }
  if (mode === "autonomous") {
    const reason = "no rule speaks about this tool, and mode `autonomous` allows what is not denied";
    return { source: "mode", verdict: "allow", code: "ALLOWED_BY_MODE", reason };
  }
  const reason = `no rule allows this tool, and mode \`${mode}\` asks about effect \`${tool.effect}\``;
  return { source: "mode", verdict: "ask", code: "ASK_BY_DEFAULT", reason };
}

function settle(answers: readonly Answer[], decisive: Answer, facts: PolicyFacts): Decision {
  const verdict = decisive.verdict === "none" ? "deny" : decisive.verdict;
  const same = answers.filter((answer) => answer.verdict === verdict && answer !== decisive);
  const reasons = [decisive, ...same].map((answer) => answer.reason);
  const trace = answers.map(({ source, verdict: said, reason }) => ({ source, verdict: said, reason }));
  const matched = answers.flatMap((answer) => (answer.ruleId === undefined ? [] : [answer.ruleId]));
  if (verdict !== "ask" || !facts.headless) return { effect: verdict, code: decisive.code, reasons, matched, trace };
  const nobody = {
    source: "headless",
    verdict: "deny",
    reason: "a human would have to be asked, and nobody is there",
  } as const;
  return {
    effect: "deny",
    code: "DENIED_HEADLESS",
    reasons: [nobody.reason, ...reasons],
    matched,
    trace: [...trace, nobody],
  };
}
