import type { DecidedCall, PlannedCall } from "../model/call.ts";
import { decide } from "../policy/decide.ts";
import type { Gate } from "./gate.ts";
import { toPolicyTool } from "../policy/to-policy-tool.ts";

/** Asks the policy of this moment. Judging itself is pure; only fetching the policy is not. */
export async function authorise(planned: PlannedCall, gate: Gate): Promise<DecidedCall> {
  const policy = await gate.currentPolicy();
  const request = { tool: toPolicyTool(planned.tool), caller: planned.call.caller };
  return { ...planned, decision: decide(request, { headless: gate.config.permissions.headless }, policy) };
}
