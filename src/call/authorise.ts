import type { DecidedCall, GatheredCall } from "../model/call.ts";
import { decide } from "../policy/decide.ts";
import type { Gate } from "./gate.ts";
import { toRequest } from "./plan/to-request.ts";

/** Asks the policy of this moment, or of `revision`. Judging itself is pure; only fetching the policy is not. */
export async function authorise(gathered: GatheredCall, gate: Gate, revision?: number): Promise<DecidedCall> {
  const policy = await gate.currentPolicy(revision);
  return { ...gathered, decision: decide(toRequest(gathered, gate), gathered.facts, policy) };
}
