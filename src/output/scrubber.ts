/** Takes secrets out of everything that leaves a call: results, streams, errors, logs and the audit. */
export interface Scrubber {
  readonly scrub: (text: string) => string;
}

/** No secret is handed to any tool yet, so nothing has to be taken out. */
export function createNoopScrubber(): Scrubber {
  return { scrub: (text) => text };
}
