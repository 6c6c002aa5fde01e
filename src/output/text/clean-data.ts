import type { Scrubber } from "../scrub/scrubber.ts";
import { decodeWhole } from "./decode-whole.ts";

export interface DataCleaning extends Pick<Scrubber, "scrub" | "holdsValue"> {
  /** For what is no base64. */
  readonly text: (text: string) => string;
}

/**
 * What stands where base64 should, as it may be handed on. Text in it is scrubbed like any other and encoded again; from
 * anything else nothing can be taken out, so `null` says that a known value is in it. What is no base64 is text.
 */
export function cleanData(data: string, { text, scrub, holdsValue }: DataCleaning): string | null {
  // Whoever decodes it may be more lenient than the standard.
  const bytes = LENIENT.test(data) ? Buffer.from(data, "base64") : null;
  const inside = bytes === null ? null : decodeWhole(bytes);
  if (bytes !== null && inside === null && (holdsValue(bytes) || isValue(data, holdsValue))) return null;
  const clean = inside === null ? null : scrub(inside);
  if (clean !== null && clean !== inside) return Buffer.from(clean).toString("base64");
  return STRICT.test(data) ? data : text(data);
}

/** A secret itself may look like base64. In long data its letters would stand by chance. */
function isValue(data: string, holdsValue: DataCleaning["holdsValue"]): boolean {
  return data.length <= MAX_WORD && holdsValue(Buffer.from(data));
}

/** Stands where a part was that was not handed on. @param kind what it said that it is, cleaned */
export function renderWithheld(kind: string): string {
  return `[withheld: the data${kind === "" ? "" : ` (${kind})`} holds a secret, which cannot be taken out of it]`;
}

const MAX_WORD = 4096;
const STRICT = /^[A-Za-z0-9+/]*={0,2}$/;
/** The second part begins with what the first cannot take: two that could share blanks would be tried in every way. */
const LENIENT = /^[A-Za-z0-9+/_\s-]*(?:=[=\s]*)?$/;
