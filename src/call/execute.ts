import type { Produced } from "../backends/backend.ts";
import { hashFile } from "../facts/hash-file.ts";
import { lookAtFile } from "../facts/look-at-file.ts";
import type { FileFact } from "../facts/look-at-file.ts";
import { resolvePath } from "../facts/resolve-path.ts";
import type { PathFact } from "../facts/resolve-path.ts";
import type { AdmittedCall, CallEvent } from "../model/call.ts";
import { Refused } from "../model/errors.ts";
import { isProgramPlan } from "../model/plan.ts";
import type { PlannedPath } from "../model/plan.ts";
import type { Scrubber } from "../output/scrubber.ts";
import type { Gate, RunningCall } from "./gate.ts";
import { unavailable } from "./plan/make-plan.ts";

/** Hands an admitted call to its back end, after a last look at every path it was checked with. */
export async function execute(
  admitted: AdmittedCall,
  gate: Gate,
  running: RunningCall,
  onEvent: ((event: CallEvent) => void) | undefined,
): Promise<Executed> {
  confirmPaths(admitted);
  confirmFacts(admitted);
  const { signal } = running;
  const { kind } = admitted.tool.backend;
  const backend = gate.backends[kind];
  // Refused long before; a back end that went away since must not become a crash.
  if (backend === undefined) throw unavailable(admitted.tool.name, kind);
  const sealed = await openSealed(admitted, gate);
  const scrubber = gate.scrubberFor(Object.values(sealed));
  // A secret may be cut in two by the end of a chunk: a call that was given one is heard when it has ended.
  const listener = Object.keys(sealed).length === 0 ? scrubbed(onEvent, scrubber) : undefined;
  const produced = await backend.run(admitted, { signal, onEvent: listener, sealed, secrets: {} });
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

/** What a call brought, and what must take its secrets out of it. */
export interface Executed {
  readonly produced: Produced;
  readonly scrubber: Scrubber;
}

async function openSealed({ tool, plan }: AdmittedCall, gate: Gate): Promise<Readonly<Record<string, string>>> {
  if (!isProgramPlan(plan) || plan.sealedEnvironment.length === 0) return {};
  try {
    return await gate.openSealed(tool);
  } catch (error) {
    const message = `the sealed environment of \`${tool.name}\` cannot be opened: ${error instanceof Error ? error.message : String(error)}`;
    throw new Refused("execute", "SECRET_UNAVAILABLE", message, {
      hint: hintOf(error),
      details: { names: plan.sealedEnvironment },
    });
  }
}

/** A key that is lost says itself what to do. */
function hintOf(error: unknown): string {
  const known = error instanceof Error && "hint" in error && typeof error.hint === "string" ? error.hint : null;
  return known ?? "set its values again: `toolgate tools update NAME FILE --env-from FILE`";
}

/** Between checking and running, links may have been swapped: what they lead to now must be what was approved. */
function confirmPaths({ plan }: AdmittedCall): void {
  for (const planned of plan.paths) {
    const { resolved: now, kind } = resolvePath(planned.candidate);
    if (now === planned.resolved) {
      confirmKind(planned, kind);
      confirmContent(planned);
      continue;
    }
    const message = `${JSON.stringify(planned.candidate)} led to ${JSON.stringify(planned.resolved)} when it was checked and leads to ${JSON.stringify(now)} now`;
    throw new Refused("execute", "PATH_CHANGED", message, { hint: "call again if this is what you want" });
  }
}

/** The files that a line names were judged by where they led, and a program opens them by their names. */
function confirmFacts({ tool, facts }: AdmittedCall): void {
  if (tool.backend.kind !== "shell") return;
  for (const [path, real] of facts.realPaths) {
    const { resolved: now } = resolvePath(path);
    if (now === real) continue;
    const message = `${JSON.stringify(path)} led to ${JSON.stringify(real)} when it was judged and leads to ${JSON.stringify(now)} now`;
    throw new Refused("execute", "PATH_CHANGED", message, { hint: "call again if this is what you want" });
  }
}

/** A place keeps its name when a device, a pipe or a second name of another file is put there. */
function confirmKind({ param, resolved, mustBe }: PlannedPath, kind: PathFact["kind"]): void {
  const isDevice = param !== "" && kind === "other";
  const { names, isReadable } = mustBe === undefined ? ANY_FILE : lookAtFile(resolved);
  if (!isDevice && names === 1 && isReadable) return;
  const message = `${JSON.stringify(resolved)} is no longer a file like the one that was checked`;
  throw new Refused("execute", "PATH_CHANGED", message, { hint: "call again to hear what is wrong with it" });
}

const ANY_FILE: FileFact = { names: 1, isReadable: true };

function confirmContent({ resolved, contentHash }: PlannedPath): void {
  if (contentHash === undefined || hashFile(resolved) === contentHash) return;
  const message = `the program ${JSON.stringify(resolved)} is not the one that was checked: its content changed since`;
  throw new Refused("execute", "PATH_CHANGED", message, {
    hint: "look at it, and call again if this is what you want",
  });
}

function scrubbed(
  onEvent: ((event: CallEvent) => void) | undefined,
  { scrub }: Scrubber,
): ((event: CallEvent) => void) | undefined {
  if (onEvent === undefined) return undefined;
  return (event) => onEvent(event.kind === "output" ? { ...event, text: scrub(event.text) } : event);
}
