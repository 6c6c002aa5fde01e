import { createScrubber } from "./create-scrubber.ts";
import { addValues, createScrubIndex, toFinders } from "./scrub-index.ts";
import type { Scrubber } from "./scrubber.ts";

/** Takes out the values, in all their spellings, and nothing else. */
export function createValueScrubber(values: readonly string[]): Scrubber {
  const index = addValues(NOTHING, values, "value");
  return createScrubber({ finders: toFinders(index), longestValue: index.longest, isSecretMember: () => false });
}

const NOTHING = createScrubIndex([]);
