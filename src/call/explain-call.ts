import type { PlannedCall, RawCall } from "../model/call.ts";
import { Refused } from "../model/errors.ts";
import { authorise } from "./authorise.ts";
import { gather } from "./gather.ts";
import type { Gate } from "./gate.ts";
import { receive } from "./receive.ts";
import { resolve } from "./resolve.ts";
import type { Explanation } from "./runtime.ts";
import { validate } from "./validate.ts";

/** The same steps as a call, up to the decision: nothing runs, nothing is recorded, nothing is used up. */
export async function explainCall(raw: RawCall, gate: Gate): Promise<Explanation> {
  let planned: PlannedCall | null = null;
  try {
    planned = validate(await resolve(receive(raw, gate), gate), gate);
    const { decision } = await authorise(await gather(planned, gate), gate);
    return { decision, plan: planned.plan, binding: planned.binding, refusal: null };
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    const { plan, binding } = planned ?? { plan: null, binding: null };
    return { decision: null, plan, binding, refusal: { step: error.step, error: error.info } };
  }
}
