import { realpathSync } from "node:fs";
import { Refused } from "../../model/errors.ts";
import type { PlannedSandbox } from "../../model/sandbox.ts";
import type { ConfinedPlace } from "../sandbox.ts";

/**
 * Every place was real when it was planned. One that leads elsewhere now was exchanged, and putting it in place would open
 * what it leads to.
 * @throws Refused
 */
export function expectUnmoved(
  { writable, readable }: Pick<PlannedSandbox, "writable" | "readable">,
  { cwd, fixed }: Pick<ConfinedPlace, "cwd" | "fixed">,
): void {
  const moved = [...writable, ...readable, cwd].find((place) => leadsElsewhere(place));
  if (moved !== undefined) throw changed(moved);
  // A link among these is protected by what it stands in; it must only not be a way out.
  const above = fixed.map((place) => place.slice(0, place.lastIndexOf("/")) || "/");
  const detour = [...new Set(above)].find(leadsElsewhere);
  if (detour !== undefined) throw changed(detour);
}

function leadsElsewhere(place: string): boolean {
  try {
    return realpathSync.native(place) !== place;
  } catch {
    return false;
  }
}

function changed(place: string): Refused {
  const message = `${JSON.stringify(place)} leads somewhere else than when the call was planned`;
  return new Refused("execute", "PATH_CHANGED", message, { hint: "call again, so that it is planned anew" });
}
