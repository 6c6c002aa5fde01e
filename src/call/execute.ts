import { withoutSecrets } from "../log/without-secrets.ts";
import type { ExecutionContext, Produced } from "../backends/backend.ts";
import type { AdmittedCall, RawCall } from "../model/call.ts";
import type { Scrubber } from "../output/scrub/scrubber.ts";
import { confirmPlaces } from "./execute/confirm-places.ts";
import { prepareEvidence } from "./execute/prepare-evidence.ts";
import { listGiven, openSecrets } from "./execute/open-secrets.ts";
import { askScrubbed } from "./execute/ask-scrubbed.ts";
import { streamScrubbed } from "./execute/stream-scrubbed.ts";
import type { Gate, RunningCall } from "./gate.ts";
import { unavailable } from "./plan/make-plan.ts";

/** What a call brought, and what must take its secrets out of it. */
export interface Executed {
  readonly produced: Produced;
  readonly scrubber: Scrubber;
}

/** Hands an admitted call to its back end, after a last look at every path it was checked with. */
export async function execute(
  admitted: AdmittedCall,
  gate: Gate,
  running: RunningCall,
  { onEvent, ask, client }: Pick<RawCall, "onEvent" | "ask" | "client">,
): Promise<Executed> {
  confirmPlaces(admitted);
  const { kind } = admitted.tool.backend;
  const backend = gate.backends[kind];
  // Refused long before; a back end that went away since must not become a crash.
  if (backend === undefined) throw unavailable(admitted.tool.name, kind);
  await prepareEvidence(admitted, gate);
  const { sealed, secrets } = await openSecrets(admitted, gate);
  const given = await listGiven(admitted, gate, running.signal);
  const scrubber = gate.scrubberFor([...Object.values(sealed), ...Object.values(secrets), ...given]);
  const stream = streamScrubbed(admitted, scrubber, onEvent);
  const context: ExecutionContext = {
    signal: running.signal,
    onEvent: stream?.onEvent,
    sealed,
    secrets,
    ask: askScrubbed(ask, scrubber, stream?.onEvent),
    client,
  };
  const produced = await backend.run(admitted, context).catch((error: unknown) => {
    throw withoutSecrets(error, scrubber.scrub);
  });
  stream?.end();
  gate.countInteraction(admitted.session);
  await moveSession(admitted, produced, gate);
  return { produced, scrubber };
}

/** A line that went to another folder leaves its session there, as a shell would. */
async function moveSession({ plan, session }: AdmittedCall, produced: Produced, gate: Gate): Promise<void> {
  if (plan.kind !== "script" || plan.endFolder === undefined || produced.kind !== "process") return;
  const { end } = produced.result;
  if (end.kind === "exited" && end.exitCode === 0) await gate.moveSession(session.id, plan.endFolder);
}
