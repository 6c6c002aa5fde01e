import { closeSync, constants, fstatSync, openSync, readlinkSync } from "node:fs";

/** Of Linux: names a place without opening what is there. */
const O_PATH = 0o10000000;

/**
 * Opens each place where its path leads now, without following links; whatever is exchanged later, the descriptor stays
 * with it. Throws `ESTALE` when one is not what its path says.
 */
export function holdPlaces(places: readonly string[]): readonly number[] {
  const held: number[] = [];
  try {
    for (const place of places) {
      const fd = openSync(place, O_PATH | constants.O_NOFOLLOW);
      held.push(fd);
      // A link itself can be opened so, too.
      if (readlinkSync(`/proc/self/fd/${fd}`) !== place || fstatSync(fd).isSymbolicLink()) throw moved(place);
    }
    return held;
  } catch (error) {
    for (const fd of held) closeSync(fd);
    throw error;
  }
}

function moved(place: string): Error {
  return Object.assign(new Error(`${JSON.stringify(place)} leads somewhere else now`), { code: "ESTALE" });
}
