/** Names of the scrubbing patterns that are shipped. */
export const SHIPPED_PATTERNS: readonly string[] = [];
