import type { RawCall } from "../model/call.ts";
import type { Outcome } from "../model/outcome.ts";
import { approve } from "./approve.ts";
import { authorise } from "./authorise.ts";
import { execute } from "./execute.ts";
import { gather } from "./gather.ts";
import type { Gate } from "./gate.ts";
import { receive } from "./receive.ts";
import { recorded } from "./recorded.ts";
import { requireClient } from "./require-client.ts";
import { resolve } from "./resolve.ts";
import { respond, respondDelegated } from "./respond.ts";
import { shapeOutput } from "./shape/shape-output.ts";
import { unwrapCall } from "./receive/unwrap-call.ts";
import { validate } from "./validate.ts";

/**
 * One call, start to end, whichever door it came through. Each step takes what the step before it returned and may
 * refuse by throwing; `recorded` catches that once and sees to it that every call has exactly one story in the audit.
 */
export function handleCall(sent: RawCall, gate: Gate): Promise<Outcome> {
  const raw = unwrapCall(sent); // a call by way of `call_tool` is a call of the tool that it names
  return recorded(raw, gate, async (story) => {
    const received = story.reached("receive", receive(raw, gate, story.trace)); // who, what, from where
    const running = story.enter(received, raw.signal); // room for it, and a way to end it
    const resolved = story.reached("resolve", await resolve(received, gate)); // unknown, disabled: refused
    const planned = story.reached("validate", validate(resolved, gate)); // typed arguments become the plan
    const gathered = story.reached("gather", await gather(planned, gate)); // the looks at the world that deciding needs
    const decided = story.reached("authorise", await authorise(gathered, gate, resolved.revision)); // allow, ask or deny, with every reason
    requireClient(decided, raw); // what only a client of another kind could see through
    const admitted = story.reached("approve", await approve(decided, gate, running, { ...raw, ask: story.ask })); // intent on disk
    if (admitted.call.delegated) return respondDelegated(admitted, gate.now()); // the agent runs it itself
    const executed = story.passed("execute", await execute(admitted, gate, running, { ...raw, ask: story.ask }));
    const shaped = story.passed("shape-output", await shapeOutput(executed, admitted, gate, running)); // parsed, checked, scrubbed
    return respond(admitted, shaped);
  });
}
