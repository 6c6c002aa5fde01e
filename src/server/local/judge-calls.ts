import type { Runtime } from "../../call/runtime.ts";
import { toReason } from "../../hooks/block.ts";
import type { HookAnswer, HookCall } from "../../hooks/hook-agent.ts";
import type { Caller, CallerHints } from "../../model/caller.ts";
import type { RawCall } from "../../model/call.ts";
import type { Outcome } from "../../model/outcome.ts";
import { toPlainText } from "../../text/plain-text.ts";
import { judgeUndecided } from "./judge-undecided.ts";

export interface JudgeOptions {
  readonly caller: Caller;
  readonly hints: CallerHints;
  /** Hold the call until a human answered here. */
  readonly approvals: boolean;
  readonly timeLimitMs: number;
  readonly signal: AbortSignal;
}

/**
 * Walks the gate with every call of one event. Of several, all must be let through: one that would not be is the only
 * one that is made, so that nothing stands in the audit as let through that the agent never did.
 */
export async function judgeCalls(
  runtime: Runtime,
  calls: readonly HookCall[],
  options: JudgeOptions,
): Promise<HookAnswer> {
  const stopped = calls.length > 1 ? await findStopped(runtime, calls, options) : null;
  let answer: HookAnswer = { verdict: "deny", reason: "the event stands for no call" };
  for (const call of stopped === null ? calls : [stopped]) {
    answer = await judgeCall(runtime, call, options);
    if (answer.verdict === "ask" || answer.verdict === "deny") return answer;
  }
  return answer;
}

async function findStopped(
  runtime: Runtime,
  calls: readonly HookCall[],
  options: JudgeOptions,
): Promise<HookCall | null> {
  const explained = await Promise.all(calls.map((call) => runtime.explain(toRawCall(call, options, options.signal))));
  // A refusal before the decision may still become a question; a denial never does.
  const ends = explained.map(({ decision }) => decision?.effect ?? "refused");
  const worst = (["deny", "refused", "ask"] as const).find((end) => ends.includes(end));
  return worst === undefined ? null : (calls[ends.indexOf(worst)] ?? null);
}

async function judgeCall(runtime: Runtime, call: HookCall, options: JudgeOptions): Promise<HookAnswer> {
  const limit = AbortSignal.timeout(options.timeLimitMs);
  const outcome = await runtime.call(toRawCall(call, options, AbortSignal.any([options.signal, limit])));
  return toAnswer(runtime, call, outcome, options);
}

function toRawCall({ tool, args }: HookCall, { caller, hints, approvals }: JudgeOptions, signal: AbortSignal): RawCall {
  return { entry: "hook", delegated: true, tool, args, caller, hints, hold: approvals, signal };
}

async function toAnswer(
  runtime: Runtime,
  call: HookCall,
  { status, error, approval, content, tool }: Outcome,
  options: JudgeOptions,
): Promise<HookAnswer> {
  if (status === "success") {
    return { verdict: call.own === true ? "nothing" : "allow", reason: toReason(`Toolgate lets ${tool} through`) };
  }
  if (status === "pending" && approval !== null) {
    const asked = await runtime.control.approvals.get(approval.id);
    const reasons = readReasons(asked?.summary ?? {});
    const how = `\`toolgate approvals approve ${approval.id}\` answers it, too`;
    return { verdict: "ask", reason: toReason(`Toolgate asks about ${tool}: ${reasons.join("; ")} (${how})`) };
  }
  const undecided = error === null ? null : await judgeUndecided(runtime, call, error, options);
  if (undecided !== null) return undecided;
  return { verdict: "deny", reason: toReason(error?.message ?? (toPlainText(content) || "the call was refused")) };
}

function readReasons(summary: object): readonly string[] {
  const { reasons } = summary as { readonly reasons?: unknown };
  const told = Array.isArray(reasons) ? reasons.filter((reason): reason is string => typeof reason === "string") : [];
  return told.length === 0 ? ["a person has to decide"] : told;
}
