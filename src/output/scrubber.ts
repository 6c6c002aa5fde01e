/** Takes secrets out of everything that leaves a call: results, streams, errors, logs and the audit. */
export interface Scrubber {
  readonly scrub: (text: string) => string;
}

const MARKER = "[REDACTED]";

/** Replaces every occurrence of the values, longest first, so that one that contains another leaves nothing behind. */
export function createValueScrubber(values: readonly string[]): Scrubber {
  const ordered = [...new Set(values.flatMap(toSpellings))].filter((value) => value !== "").sort(byLength);
  return { scrub: (text) => ordered.reduce((rest, value) => rest.replaceAll(value, () => MARKER), text) };
}

/** A program that prints JSON, a URL or base64 has not hidden the value. */
function toSpellings(value: string): readonly string[] {
  const quoted = JSON.stringify(value).slice(1, -1);
  const base64 = Buffer.from(value).toString("base64");
  return [value, quoted, encodeURIComponent(value), base64, base64.replace(/=+$/, "")];
}

function byLength(one: string, other: string): number {
  return other.length - one.length;
}
