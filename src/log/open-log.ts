import type { Logger } from "pino";

export interface OpenLog {
  readonly log: Logger;
  /** Takes out what looks like a secret. */
  readonly scrub: (text: string) => string;
}

/** The log on stderr, a JSON line for each entry. Loaded only when there is something to say. */
export async function openLog(): Promise<OpenLog> {
  const [{ pino }, { createScrubbing }] = await Promise.all([
    import("pino"),
    import("../output/scrub/create-scrubbing.ts"),
  ]);
  const nothing = { current: () => Promise.resolve([]) };
  const { scrub } = createScrubbing({ patternsOff: [], patterns: [], registered: nothing }).scrubberFor([]);
  return { log: pino({ base: { pid: process.pid } }, pino.destination({ fd: 2, sync: true })), scrub };
}
