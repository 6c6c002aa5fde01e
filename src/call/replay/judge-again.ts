import { decide } from "../../policy/decide.ts";
import type { Policy } from "../../policy/policy.ts";
import { isInForce } from "../../policy/rules/is-in-force.ts";
import { showText } from "../../text/show-text.ts";
import { findDecider } from "./find-decider.ts";
import type { KeptRequest } from "./from-record.ts";
import type { JudgedDecision } from "./replay.ts";
import { watchArguments } from "./watch-arguments.ts";

/** A policy as recorded calls are judged by it. */
export interface ReplayPolicy {
  readonly policy: Policy;
  /** Whether it says something else of "nobody is there" than what holds at this moment; `null`: as it was recorded. */
  readonly headless: boolean | null;
}

export type JudgedAgain =
  { readonly ok: true; readonly decision: JudgedDecision } | { readonly ok: false; readonly reason: string };

/** What changed about the tool itself since the call. */
export type ToolState = "same" | "changed" | "gone";

/**
 * How much was used up, and whether somebody had paused, is over. A call is judged at its own time, for policies that read a
 * clock, but by the rules and grants that have not run out by now.
 */
export function toReplayPolicy(policy: Policy, headless: boolean | null, now: number): ReplayPolicy {
  const rules = policy.rules.filter((rule) => isInForce(rule, { now }, rule.session ?? null));
  const access = policy.access === undefined ? {} : { access: { ...policy.access, asOf: now } };
  return { policy: { ...policy, paused: null, limits: [], rules, ...access }, headless };
}

/** The engine that decides calls, asked about one that was. */
export function judgeAgain(asked: KeptRequest, { policy, headless }: ReplayPolicy, tool: ToolState): JudgedAgain {
  const { request, withheld } = asked;
  const { call } = request;
  if (call === undefined) return { ok: false, reason: "there is no call in the record" };
  if (tool === "gone" && policy.cedar != null) return undecidable(GONE);
  const facts = headless === null ? asked.facts : { ...asked.facts, headless };
  const watched = withheld.size === 0 ? null : watchArguments(call.args, withheld);
  const decision = decide({ ...request, call: { ...call, args: watched?.args ?? call.args } }, facts, policy);
  const read = watched?.asked() ?? null;
  if (read !== null) {
    const why = withheld.get(read) === "secret" ? "has a secret in it, which is not kept" : "was too long to be kept";
    return undecidable(`a rule or policy reads the argument \`${showText(read)}\`, which ${why}`);
  }
  const { effect, code, reasons } = decision;
  const decider = findDecider(decision, policy);
  if (tool !== "same" && code === "DENIED_BROKEN" && decider.source === "cedar") return undecidable(CHANGED);
  return { ok: true, decision: { effect, code, reasons, decider } };
}

const GONE = "the tool is not declared any more, and Cedar policies read what it declares";
const CHANGED = "the tool declares other arguments by now, and Cedar policies read them";

function undecidable(reason: string): JudgedAgain {
  return { ok: false, reason };
}
