/** Takes secrets out of everything that leaves a call: results, streams, errors, logs and the audit. */
export interface Scrubber {
  readonly scrub: (text: string) => string;
  /** The same for a text that stands under a name, as a member of an object does: the name may say that it is secret. */
  readonly scrubMember: (name: string, text: string) => string;
  /**
   * The same for a text that was cut off: it may end with the beginning of a secret. So as much is left out as the
   * longest could have there, always: leaving out only what fits would tell a caller who chooses the text what fits.
   */
  readonly scrubCut: (text: string) => string;
  /** Whether a known value stands in bytes that are no text, and from which nothing can be taken out. */
  readonly holdsValue: (bytes: Buffer) => boolean;
  /** For one text that arrives in pieces. */
  readonly stream: () => ScrubStream;
}

/** Holds back what may be the beginning of a secret, until it is known. All that it gives is what `scrub` gives of the whole. */
export interface ScrubStream {
  /** What may be handed on now. */
  push(chunk: string): string;
  /** The rest. */
  end(): string;
}

/** Stands where a secret stood. */
export const MARKER = "[REDACTED]";
