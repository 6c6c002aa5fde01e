import { Refused } from "../../model/errors.ts";
import type { PlaceLook } from "../look-at-place.ts";

/** Counts the places that did not exist when programs were confined that still run. */
export interface MissingTable {
  /**
   * Notes which of `places` are missing; the returned function forgets them again.
   * @throws Refused when one exists now that a running program may have made
   */
  enter(places: readonly string[], look: PlaceLook): () => void;
}

/**
 * What a running program may have made, it can also exchange while another one is being confined, and so have a folder
 * of its choice put in place. What existed before is held in place for both.
 */
export function createMissingTable(): MissingTable {
  const missing = new Map<string, number>();
  return {
    enter(places, look) {
      const absent = places.filter((place) => look(place) === "missing");
      const suspect = places.find((place) => missing.has(place) && !absent.includes(place));
      if (suspect !== undefined) throw appeared(suspect);
      for (const place of absent) missing.set(place, (missing.get(place) ?? 0) + 1);
      let isOver = false;
      return () => {
        if (isOver) return;
        isOver = true;
        for (const place of absent) {
          const left = (missing.get(place) ?? 1) - 1;
          if (left === 0) missing.delete(place);
          else missing.set(place, left);
        }
      };
    },
  };
}

function appeared(place: string): Refused {
  const message = `${JSON.stringify(place)} appeared while another confined program runs, which may have made it`;
  return new Refused("execute", "PATH_CHANGED", message, { hint: "call again when that program has ended" });
}
