import type { Decision, DecisionCode } from "../model/decision.ts";
import type { Facts } from "../model/facts.ts";
import type { CommandAnalysis } from "../shell/analysis.ts";
import { analyzeCommand } from "../shell/analyze-command.ts";
import { listInnerLines } from "./commands/list-commands.ts";
import { judgeBreakers } from "./breakers/judge-breakers.ts";
import { judgeDenyPack } from "./deny-packs/judge-deny-pack.ts";
import { judgeLimits } from "./limits/judge-limits.ts";
import { judgeLine } from "./modes/judge-line.ts";
import { judgeGrants } from "./grants/judge-grants.ts";
import { findMode } from "./modes/find-mode.ts";
import { forbidByMode, judgeByMode } from "./modes/judge-mode.ts";
import type { Policy, PolicyAnswer, PolicyRequest, RequestedCall } from "./policy.ts";
import { judgeRules } from "./rules/judge-rules.ts";
import { judgeVisibility } from "./visibility/judge-visibility.ts";

/**
 * May this call run? A pure function: the same request, facts and policy always give the same decision.
 *
 * Each source answers for itself; then, over all of them:
 * 1. Any deny wins: a pause, a limit, a tool that is not shown or not granted, a deny rule, a deny pack, Cedar, `plan` mode.
 * 2. Else any ask: an ask rule, a breaker, a line that is not understood, a tool that wants a human each time, Cedar.
 * 3. Else any allow: a rule, what only reads, Cedar.
 * 4. Else the mode.
 * 5. Where nobody can be asked, or mode `dontAsk` says that nobody is, an ask is a deny.
 */
export function decide(request: PolicyRequest, facts: Facts, policy: Policy): Decision {
  const mode = findMode(policy, request);
  const rules = withoutSettledDoubt(judgeRules(request, policy.rules, facts, analyzeCommand), request, policy);
  const answers: readonly PolicyAnswer[] = [
    ...judgePause(policy),
    ...judgeBroken(request, policy),
    ...judgeLimits(policy, request, facts),
    ...judgeVisibility(request, policy),
    ...judgeGrants(request, policy, facts.now),
    ...rules,
    ...judgeDenyPack(request, facts, policy.denyPack ?? "standard"),
    ...judgeBreakers(request, facts),
    ...judgeOtherLines(request, facts, policy),
    ...judgeLine(request, mode),
    ...judgeApproval(request),
    ...(policy.cedar?.judge(request, facts) ?? []),
    ...forbidByMode(request, rules, mode),
  ];
  const decisive = findDecisive(answers);
  if (decisive !== null) return settle(answers, decisive, facts, mode.mode === "dontAsk");
  const byMode = judgeByMode(request, facts, mode);
  return settle([...answers, byMode], byMode, facts, mode.mode === "dontAsk");
}

function findDecisive(answers: readonly PolicyAnswer[]): PolicyAnswer | null {
  for (const verdict of ["deny", "ask", "allow"] as const) {
    const first = answers.find((answer) => answer.verdict === verdict);
    if (first !== undefined) return first;
  }
  return null;
}

/** A deny rule asks where a pattern might mean what it denies; with the names at hand, those are judged instead. */
function withoutSettledDoubt(
  answers: readonly PolicyAnswer[],
  { call }: PolicyRequest,
  { rules }: Policy,
): readonly PolicyAnswer[] {
  if (call?.expanded === undefined) return answers;
  const denying = new Set(rules.filter(({ effect }) => effect === "deny").map(({ id }) => id));
  return answers.filter(({ verdict, ruleId }) => verdict !== "ask" || ruleId === undefined || !denying.has(ruleId));
}

/**
 * What patterns of a line stand for, and lines inside of it, can be denied and asked about; what allows the line is judged
 * as it was sent.
 */
function judgeOtherLines(request: PolicyRequest, facts: Facts, policy: Policy): readonly PolicyAnswer[] {
  const { call } = request;
  if (call === undefined) return [];
  const inner = listInnerLines(request).map((line) => withLine({ ...request, call }, line));
  // Lines inside of inner ones are inner lines themselves.
  const innermost = inner.flatMap((other) => judgeRules(other, policy.rules, facts, readNothing));
  const expanded = call.expanded === undefined ? [] : [{ ...request, call: { ...call, specifier: call.expanded } }];
  const answers = [
    ...innermost,
    ...expanded.flatMap((other) => judgeRules(other, policy.rules, facts, analyzeCommand)),
    ...expanded.flatMap((other) => judgeDenyPack(other, facts, policy.denyPack ?? "standard")),
    ...expanded.flatMap((other) => judgeBreakers(other, facts)),
  ];
  return answers.filter(({ verdict }) => verdict === "deny" || verdict === "ask");
}

function readNothing(text: string): CommandAnalysis {
  return { text, items: [], problems: [], script: null };
}

type CallRequest = PolicyRequest & { readonly call: RequestedCall };

function withLine({ call, ...request }: CallRequest, line: CommandAnalysis): PolicyRequest {
  const value = { kind: "shell", name: "", text: line.text, line } as const;
  const specifier = { ok: true, text: line.text, values: [value] } as const;
  return { ...request, call: { ...call, specifier, paths: [] } };
}

function judgePause({ paused }: Policy): readonly PolicyAnswer[] {
  if (paused === null) return [];
  const reason = `all calls are paused: ${paused.reason}`;
  return [{ source: "pause", verdict: "deny", code: "DENIED_PAUSED", reason }];
}

/** What cannot be read cannot have allowed anything. */
function judgeBroken({ call }: PolicyRequest, { broken = [] }: Policy): readonly PolicyAnswer[] {
  const parts = broken.map(({ source, message }) => `${source} cannot be used, and may hold a denial: ${message}`);
  const specifier = call?.specifier ?? null;
  const reasons = specifier === null || specifier.ok ? parts : [...parts, specifier.message];
  return reasons.map((reason) => ({ source: "broken", verdict: "deny", code: "DENIED_BROKEN", reason }));
}

function judgeApproval({ tool }: PolicyRequest): readonly PolicyAnswer[] {
  if (!tool.humanApproval) return [];
  const reason = "the tool asks a human before every call (human_approval)";
  return [{ source: "human_approval", verdict: "ask", code: "ASK_HUMAN_APPROVAL", reason }];
}

function settle(answers: readonly PolicyAnswer[], decisive: PolicyAnswer, facts: Facts, dontAsk: boolean): Decision {
  const verdict = decisive.verdict === "none" ? "deny" : decisive.verdict;
  const same = answers.filter((answer) => answer.verdict === verdict && answer !== decisive);
  const reasons = [...new Set([decisive, ...same].map(({ reason }) => reason))];
  const trace = answers.map(({ source, verdict: said, reason, about }) => ({
    source,
    verdict: said,
    reason,
    ...(about === undefined ? {} : { about }),
  }));
  const matched = [...new Set(answers.flatMap(({ ruleId }) => (ruleId === undefined ? [] : [ruleId])))];
  const retry = decisive.retryAfterMs === undefined ? {} : { retryAfterMs: decisive.retryAfterMs };
  if (verdict !== "ask" || !(facts.headless || dontAsk)) {
    return { effect: verdict, code: decisive.code, reasons, matched, trace, ...retry };
  }
  const nobody = dontAsk ? DONT_ASK : HEADLESS;
  const step = { source: nobody.source, verdict: "deny", reason: nobody.reason } as const;
  return { effect: "deny", code: nobody.code, reasons: [step.reason, ...reasons], matched, trace: [...trace, step] };
}

interface Nobody {
  readonly source: "headless" | "mode";
  readonly code: DecisionCode;
  readonly reason: string;
}

const HEADLESS: Nobody = {
  source: "headless",
  code: "DENIED_HEADLESS",
  reason: "a human would have to be asked, and nobody is there",
};

const DONT_ASK: Nobody = {
  source: "mode",
  code: "DENIED_BY_MODE",
  reason: "a human would have to be asked, and mode `dontAsk` denies what would ask",
};
