import type { Scrubber } from "../scrub/scrubber.ts";
import { createNeutralizer } from "./neutralize-text.ts";
import { chainStreams } from "./text-stream.ts";
import type { TextStream } from "./text-stream.ts";

/** What a cleaner does with a whole text, for one that arrives in pieces. */
export function createCleanStream(scrubber: Pick<Scrubber, "stream">): TextStream {
  return chainStreams([scrubber.stream(), createNeutralizer(), scrubber.stream()]);
}
