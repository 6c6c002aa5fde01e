import { SCRUB_PATTERNS } from "../../output/scrub/patterns/pattern-table.ts";

/** Names of the scrubbing patterns that are shipped. */
export const SHIPPED_PATTERNS: readonly string[] = SCRUB_PATTERNS.map(({ name }) => name);
