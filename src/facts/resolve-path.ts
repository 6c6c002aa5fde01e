import { lstatSync, realpathSync, statSync } from "node:fs";
import path from "node:path";

/** Where a path leads once every link is followed, and what is there. */
export interface PathFact {
  /** Absolute. For what does not exist yet: the real path of the deepest existing folder, and the rest as it stands. */
  readonly resolved: string;
  readonly kind: "file" | "folder" | "missing" | "other";
}

export type PathLook = (candidate: string) => PathFact;

/** Looks at each path once: the parameters of a call share their folders, and often the working folder too. */
export function createPathLook(): PathLook {
  const known = new Map<string, PathFact>();
  return (candidate) => {
    const fact = known.get(candidate) ?? resolvePath(candidate);
    known.set(candidate, fact);
    return fact;
  };
}

/** Only where it leads. */
export function resolveReal(candidate: string): string {
  try {
    return realpathSync.native(candidate);
  } catch {
    return resolveMissing(candidate).resolved;
  }
}

/** Synchronous on purpose: a handful of microseconds on a local disk, against a hundred for a trip through the pool. */
export function resolvePath(candidate: string): PathFact {
  try {
    const real = realpathSync.native(candidate);
    return { resolved: real, kind: kindOf(real) };
  } catch {
    return resolveMissing(candidate);
  }
}

function resolveMissing(candidate: string): PathFact {
  try {
    const { existing, rest } = splitExisting(candidate);
    const real = realpathSync.native(existing);
    return rest.length > 0
      ? { resolved: path.join(real, ...rest), kind: "missing" }
      : { resolved: real, kind: kindOf(real) };
  } catch {
    // A link that leads nowhere or in circles, a file used as a folder, a place Toolgate may not look at.
    return { resolved: candidate, kind: "other" };
  }
}

/** `lstat`, not `stat`: a dangling link exists, and writing through it would create what it points to. */
function splitExisting(candidate: string): { existing: string; rest: string[] } {
  const rest: string[] = [];
  let existing = candidate;
  while (existing !== "/" && lstatSync(existing, { throwIfNoEntry: false }) === undefined) {
    rest.unshift(path.basename(existing));
    existing = path.dirname(existing);
  }
  return { existing, rest };
}

function kindOf(real: string): PathFact["kind"] {
  const stat = statSync(real, { throwIfNoEntry: false });
  if (stat === undefined) return "missing";
  if (stat.isFile()) return "file";
  return stat.isDirectory() ? "folder" : "other";
}
