import { hashFile } from "../../facts/hash-file.ts";
import { lookAtFile } from "../../facts/look-at-file.ts";
import type { FileFact } from "../../facts/look-at-file.ts";
import { resolvePath, resolveReal } from "../../facts/resolve-path.ts";
import type { PathFact } from "../../facts/resolve-path.ts";
import type { AdmittedCall } from "../../model/call.ts";
import { Refused } from "../../model/errors.ts";
import type { PlannedPath } from "../../model/plan.ts";

/** The last look at every place that a call was checked with. @throws Refused when one leads somewhere else now */
export function confirmPlaces(admitted: AdmittedCall): void {
  confirmPaths(admitted);
  confirmFacts(admitted);
}

/** Between checking and running, links may have been swapped: what they lead to now must be what was approved. */
function confirmPaths({ plan }: AdmittedCall): void {
  for (const planned of plan.paths) {
    const { resolved: now, kind } = lookAgain(planned);
    if (now === planned.resolved) {
      confirmKind(planned, kind);
      confirmContent(planned);
      continue;
    }
    const message = `${JSON.stringify(planned.candidate)} led to ${JSON.stringify(planned.resolved)} when it was checked and leads to ${JSON.stringify(now)} now`;
    throw new Refused("execute", "PATH_CHANGED", message, { hint: "call again if this is what you want" });
  }
}

/** Of programs and folders only where they lead: starting something else there fails by itself. */
function lookAgain({ param, candidate }: PlannedPath): { resolved: string; kind: PathFact["kind"] | null } {
  return param === "" ? { resolved: resolveReal(candidate), kind: null } : resolvePath(candidate);
}

/** The files that a line names were judged by where they led, and a program opens them by their names. */
function confirmFacts({ tool, facts }: AdmittedCall): void {
  if (tool.backend.kind !== "shell") return;
  for (const [path, real] of facts.realPaths) {
    const now = resolveReal(path);
    if (now === real) continue;
    const message = `${JSON.stringify(path)} led to ${JSON.stringify(real)} when it was judged and leads to ${JSON.stringify(now)} now`;
    throw new Refused("execute", "PATH_CHANGED", message, { hint: "call again if this is what you want" });
  }
}

/** A place keeps its name when a device, a pipe or a second name of another file is put there. */
function confirmKind({ resolved, mustBe }: PlannedPath, kind: PathFact["kind"] | null): void {
  const isDevice = kind === "other";
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
