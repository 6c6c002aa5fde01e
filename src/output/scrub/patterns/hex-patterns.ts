import { ALNUM } from "../scan/char-classes.ts";
import { LONGEST_NAMED } from "../scan/find-hex-runs.ts";
import { isIn } from "../scan/view.ts";
import type { Span, View, Found } from "../scan/view.ts";
import type { ScrubPattern } from "./scrub-pattern.ts";
import { isTokenStart } from "./token-start.ts";

const DIGEST = "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08";
const KEY = "4f9a0c7be1d836254f9a0c7be1d83625";

/** Of a digest that says what it is; the length must fit too. */
const DIGEST_NAMES: readonly (readonly [prefix: string, length: number])[] = [
  ["sha256:", 64],
  ["sha384:", 96],
  ["sha512:", 128],
];

/** What is recognised by a run of hex digits. */
export const HEX_PATTERNS: readonly ScrubPattern[] = [
  {
    name: "long-hex",
    finds: "64 hex digits or more: keys, and secrets that end so, as Airtable's",
    replaces: "all of them, unless `sha256:`, `sha384:` or `sha512:` stands before a digest of that length",
    find: (view, run) => (isLong(run) && !isDigest(view, run) && !isInData(view, run) ? run : null),
    hits: [DIGEST, `key ${DIGEST}${KEY}`],
    misses: [`sha256:${DIGEST}`, "0".repeat(64), `Zz${DIGEST}Zz`, "da39a3ee5e6b4b0d3255bfef95601890afd80709"],
  },
  {
    name: "twilio-key",
    finds: "Twilio key and account ids",
    replaces: "what follows the two letters",
    find: matchTwilio,
    hits: [`SK${KEY}`, `AC${KEY}`],
    misses: [KEY, `SKU${KEY}`, `SK${KEY.slice(2)}`],
  },
  {
    name: "mailchimp-key",
    finds: "Mailchimp keys",
    replaces: "all of it",
    find: matchMailchimp,
    hits: [`${KEY}-us12`],
    misses: [`${KEY}-user`, KEY],
  },
];

function isLong({ start, end }: Span): boolean {
  return end - start >= 64;
}

function isDigest({ text }: View, { start, end }: Span): boolean {
  return DIGEST_NAMES.some(([prefix, length]) => end - start === length && text.endsWith(prefix, start));
}

/** In the middle of longer data, or zeros; of a longer run the beginning may be out of sight. */
function isInData({ text }: View, { start, end }: Span): boolean {
  if (end - start > LONGEST_NAMED) return false;
  const isInside = isIn(ALNUM, text.charCodeAt(start - 1)) && isIn(ALNUM, text.charCodeAt(end));
  return (isInside && !text.startsWith("0x", start - 2)) || /^(.)\1*$/.test(text.slice(start, end));
}

/** The two letters are hex digits themselves, or not. */
function matchTwilio({ text }: View, { start, end }: Span): Found {
  const first = text.startsWith("AC", start) && end - start === 34 ? start : start - 2;
  if (end - first !== 34 || !/^(SK|AC)[0-9a-f]{32}$/.test(text.slice(first, end))) return null;
  return isTokenStart(text, first) ? { start: first + 2, end } : null;
}

/** Behind the key stands the data centre. */
function matchMailchimp({ text, isFinal }: View, { start, end }: Span): Found {
  if (end - start !== 32) return null;
  const rest = text.slice(end, end + 6);
  if (!isFinal && rest.length < 6 && /^(-(us?\d{0,2})?)?$/.test(rest)) return "pending";
  const [centre] = /^-us\d{1,2}(?![\dA-Za-z])/.exec(rest) ?? [];
  return centre === undefined ? null : { start, end: end + centre.length };
}
