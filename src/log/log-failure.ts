import { withoutSecrets } from "./without-secrets.ts";

/**
 * Writes the cause of an unexpected failure to stderr as one JSON line, under the id that the caller was given, without what
 * looks like a secret. Nothing is loaded before something fails.
 */
export function logFailure(id: string, cause: unknown): void {
  void Promise.all([import("pino"), createShippedScrub()]).then(([{ pino }, scrub]) => {
    const log = pino({ base: { pid: process.pid } }, pino.destination({ fd: 2, sync: true }));
    log.error({ id, err: withoutSecrets(cause, scrub) }, "unexpected failure");
  });
}

async function createShippedScrub(): Promise<(text: string) => string> {
  const { createScrubbing } = await import("../output/scrub/create-scrubbing.ts");
  const nothing = { current: () => Promise.resolve([]) };
  return createScrubbing({ patternsOff: [], patterns: [], registered: nothing }).scrubberFor([]).scrub;
}
