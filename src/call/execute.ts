import type { Produced } from "../backends/backend.ts";
import { hashFile } from "../facts/hash-file.ts";
import { resolvePath } from "../facts/resolve-path.ts";
import type { AdmittedCall, CallEvent } from "../model/call.ts";
import { Refused } from "../model/errors.ts";
import type { PlannedPath } from "../model/plan.ts";
import type { Gate, RunningCall } from "./gate.ts";

/** Hands an admitted call to its back end, after a last look at every path it was checked with. */
export async function execute(
  admitted: AdmittedCall,
  gate: Gate,
  running: RunningCall,
  onEvent: ((event: CallEvent) => void) | undefined,
): Promise<Produced> {
  confirmPaths(admitted);
  const { signal } = running;
  return gate.backends[admitted.tool.backend.kind].run(admitted, { signal, onEvent: scrubbed(onEvent, gate) });
}

/** Between checking and running, links may have been swapped: what they lead to now must be what was approved. */
function confirmPaths({ plan }: AdmittedCall): void {
  if (plan.kind !== "command") return;
  for (const planned of plan.paths) {
    const now = resolvePath(planned.candidate).resolved;
    if (now === planned.resolved) {
      confirmContent(planned);
      continue;
    }
    const message = `${JSON.stringify(planned.candidate)} led to ${JSON.stringify(planned.resolved)} when it was checked and leads to ${JSON.stringify(now)} now`;
    throw new Refused("execute", "PATH_CHANGED", message, { hint: "call again if this is what you want" });
  }
}

function confirmContent({ resolved, contentHash }: PlannedPath): void {
  if (contentHash === undefined || hashFile(resolved) === contentHash) return;
  const message = `the program ${JSON.stringify(resolved)} is not the one that was checked: its content changed since`;
  throw new Refused("execute", "PATH_CHANGED", message, {
    hint: "look at it, and call again if this is what you want",
  });
}

function scrubbed(
  onEvent: ((event: CallEvent) => void) | undefined,
  gate: Gate,
): ((event: CallEvent) => void) | undefined {
  if (onEvent === undefined) return undefined;
  return (event) => onEvent(event.kind === "output" ? { ...event, text: gate.scrubber.scrub(event.text) } : event);
}
