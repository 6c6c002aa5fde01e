import { existsSync, realpathSync } from "node:fs";
import { dirname } from "node:path";
import { isWithin } from "../../params/posix-path.ts";
import { moveAside, putBack, readLink } from "./move-aside.ts";
import type { RuleFileGuard } from "./guard-rule-files.ts";

/**
 * Of places that stand below writable folders: what does not exist yet must not be there afterwards, and a link on the way
 * must lead where it led. What exists is held in place, and not looked at here.
 */
export function guardStartPlaces(places: readonly string[], folders: readonly string[], callId: string): RuleFileGuard {
  const missing = places.filter((place) => !existsSync(place));
  const links = new Map<string, string>();
  for (const step of new Set(places.flatMap((place) => listSteps(place, folders)))) {
    const target = readLink(step);
    if (target !== null) links.set(step, target);
  }
  return {
    settle() {
      const changed = [...links].filter(([link, target]) => readLink(link) !== target);
      for (const [link, target] of changed) putBack(link, target, callId);
      // One after the other: with a folder, what is in it is gone.
      const made = missing.filter((place) => {
        if (!existsSync(place) && readLink(place) === (links.get(place) ?? null)) return false;
        // A link that led nowhere leads to what was made, and stays.
        moveAside(links.has(place) ? realpathSync.native(place) : place, callId);
        return true;
      });
      return [...changed.map(([link]) => link), ...made];
    },
  };
}

/** The place and the folders above it that a program could exchange. */
function listSteps(place: string, folders: readonly string[]): readonly string[] {
  const isMovable = folders.some((folder) => folder !== place && isWithin(place, folder));
  return isMovable ? [place, ...listSteps(dirname(place), folders)] : [];
}
