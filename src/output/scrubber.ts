import { toSpellings } from "./secret-spellings.ts";

/** Takes secrets out of everything that leaves a call: results, streams, errors, logs and the audit. */
export interface Scrubber {
  readonly scrub: (text: string) => string;
  /**
   * The same for a text that was cut off: it may end with the beginning of a secret. So as much is left out as the
   * longest could have there, always: leaving out only what fits would tell a caller who chooses the text what fits.
   */
  readonly scrubCut: (text: string) => string;
  /** For one text that arrives in pieces. */
  readonly stream: () => ScrubStream;
}

/** Holds back what may be the beginning of a secret, until it is known. */
export interface ScrubStream {
  /** What may be handed on now. */
  push(chunk: string): string;
  /** The rest. */
  end(): string;
}

const MARKER = "[REDACTED]";

/** Replaces every occurrence of the values, longest first, so that one that contains another leaves nothing behind. */
export function createValueScrubber(values: readonly string[]): Scrubber {
  const ordered = [...new Set(values.flatMap(toSpellings))].filter((value) => value !== "").sort(byLength);
  const scrub = (text: string): string => ordered.reduce((rest, value) => rest.replaceAll(value, () => MARKER), text);
  const held = Math.max(0, (ordered[0]?.length ?? 0) - 1);
  let waiting = "";
  const stream = (): ScrubStream => ({ push: (chunk) => ((waiting += chunk), ""), end: () => scrub(waiting) });
  return { scrub, stream, scrubCut: (text) => (held === 0 ? scrub(text) : scrub(text).slice(0, -held)) };
}

function byLength(one: string, other: string): number {
  return other.length - one.length;
}
