import { createCovers } from "../approval/grants/covers-call.ts";
import { listCommands } from "../approval/question/list-commands.ts";
import { suggestRules } from "../approval/suggest-rules.ts";
import type { RuleSuggestion } from "../model/approval.ts";
import type { DecidedCall, PlannedCall, RawCall } from "../model/call.ts";
import { Refused } from "../model/errors.ts";
import { asJson } from "../model/json.ts";
import type { Plan } from "../model/plan.ts";
import { createCleaner } from "../output/text/create-cleaner.ts";
import { decide } from "../policy/decide.ts";
import { authorise } from "./authorise.ts";
import { gather } from "./gather.ts";
import { scrubRecord } from "../output/text/scrub-record.ts";
import type { Gate } from "./gate.ts";
import { toRequest } from "./plan/to-request.ts";
import { receive } from "./receive.ts";
import { resolve } from "./resolve.ts";
import type { Explanation } from "./runtime.ts";
import { unwrapCall } from "./receive/unwrap-call.ts";
import { validate } from "./validate.ts";

/** The same steps as a call, up to the decision: nothing runs, nothing is recorded, nothing is used up. */
export async function explainCall(raw: RawCall, gate: Gate): Promise<Explanation> {
  let planned: PlannedCall | null = null;
  try {
    planned = validate(await resolve(receive(unwrapCall(raw), gate), gate), gate);
    const decided = await authorise(await gather(planned, gate), gate);
    const { decision, plan, binding } = decided;
    return { decision, plan: shown(plan, gate), binding, refusal: null, suggestions: await suggest(decided, gate) };
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    const { plan, binding } = planned ?? { plan: null, binding: null };
    const refusal = { step: error.step, error: createCleaner(gate.scrubberFor([]), false).error(error.info) };
    return { decision: null, plan: plan === null ? null : shown(plan, gate), binding, refusal, suggestions: [] };
  }
}

/** For people: what an argument holds of secrets is nothing that a plan needs to show. */
function shown(plan: Plan, gate: Gate): Plan {
  return scrubRecord(asJson(plan), gate.scrubberFor([])) as unknown as Plan;
}

/** What would ask is judged as if somebody were there. A rule of the project is what `toolgate rules add` makes. */
async function suggest(decided: DecidedCall, gate: Gate): Promise<readonly RuleSuggestion[]> {
  const { effect, code } = decided.decision;
  if (effect !== "ask" && code !== "DENIED_HEADLESS") return [];
  const policy = await gate.currentPolicy();
  const request = toRequest(decided, gate);
  const facts = { ...decided.facts, headless: false };
  const asked = { request, facts, code: decide(request, facts, policy).code, cut: listCommands(request).cut };
  return suggestRules(asked, createCovers(asked, policy, "project"));
}
