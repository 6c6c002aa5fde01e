import { createScrubber } from "./create-scrubber.ts";
import { addValues, createScrubIndex, toByteFinders, toFinders } from "./scrub-index.ts";
import type { Scrubber } from "./scrubber.ts";

/** Takes out the values, in all their spellings, and nothing else. */
export function createValueScrubber(values: readonly string[]): Scrubber {
  const index = addValues(NOTHING, values, "value");
  const finders = toFinders(index);
  return createScrubber({
    finders,
    valueFinders: () => toByteFinders(values),
    longestValue: index.longest,
    isSecretMember: () => false,
  });
}

const NOTHING = createScrubIndex([]);
