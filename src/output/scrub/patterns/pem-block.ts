import { BASE64, CLASS } from "../scan/char-classes.ts";
import { isIn, LONGEST_MATCH } from "../scan/view.ts";
import type { Found, View } from "../scan/view.ts";
import type { ScrubPattern } from "./scrub-pattern.ts";

const BEGIN = "-----BEGIN ";
/** The line that begins a block, at most. */
const HEAD = 64;
/** Of what is looked at behind a line to know what it is. */
const LONGEST_LINE = 104;
/** Shorter lines of base64 are words. */
const LEAST_LINE = 24;
const LEAST_BLOCK = 24;
const BODY = BASE64 + CLASS.equals;

const LINE = "MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSjAgEAAoIBAQC7";

/** Blocks with a private key, from their first line to their last. */
export const PRIVATE_KEY_BLOCK: ScrubPattern = {
  name: "private-key-block",
  finds: "private keys in PEM and PGP blocks, also indented, in quotes, as one line with `\\n`, and cut off",
  replaces: "the whole block",
  find: { anchors: [BEGIN], ignoreCase: false, match: matchBlock },
  hits: [
    `${BEGIN}PRIVATE KEY-----\n${LINE}\nk7Qz2Mw9\n-----END PRIVATE KEY-----`,
    `"${BEGIN}RSA PRIVATE KEY-----\\n${LINE}\\n-----END RSA PRIVATE KEY-----\\n"`,
    `${BEGIN}PGP PRIVATE KEY BLOCK-----\nVersion: 1\n\n${LINE}\n=k7Qz\n-----END PGP PRIVATE KEY BLOCK-----`,
    `${BEGIN}OPENSSH PRIVATE KEY-----\n${LINE}\n`,
  ],
  misses: [
    `${BEGIN}CERTIFICATE-----\n${LINE}\n-----END CERTIFICATE-----`,
    `${BEGIN}PUBLIC KEY-----\n${LINE}\n-----END PUBLIC KEY-----`,
    `if (text.includes("${BEGIN}PRIVATE KEY-----")) return true;`,
  ],
};

function matchBlock(view: View, at: number): Found {
  const { text, isFinal } = view;
  const head = text.slice(at + BEGIN.length, at + HEAD);
  const [label] = /^[A-Z0-9 ]{0,40}PRIVATE KEY( BLOCK)?-----/.exec(head) ?? [];
  if (label === undefined) {
    const isCut = !isFinal && at + HEAD > text.length && /^[A-Z0-9 ]*-{0,5}$/.test(head);
    return isCut ? "pending" : null;
  }
  const start = at + BEGIN.length + label.length;
  const end = findBlockEnd(view, start, Math.min(text.length, at + LONGEST_MATCH));
  view.count(Math.max(0, end - at));
  if (!isFinal && end >= text.length && end < at + LONGEST_MATCH) return "pending";
  const last = Math.min(end, text.length);
  return last - start >= LEAST_BLOCK ? { start: at, end: last } : null;
}

/** Lines of base64, headers, and what separates lines in a program or a document, up to the last line. */
function findBlockEnd({ text, isFinal }: View, from: number, limit: number): number {
  let at = from;
  while (at < limit) {
    const next = skipBetween(text, at, limit);
    const closing = /^-----END [A-Z0-9 ]{0,48}-----/.exec(text.slice(next, next + HEAD));
    if (closing !== null) return next + closing[0].length;
    const header = /^[A-Za-z-]{3,20}: [^\n\\]{0,80}/.exec(text.slice(next, next + LONGEST_LINE));
    let end = next + (header?.[0].length ?? 0);
    if (header === null) while (end < limit && isIn(BODY, text.charCodeAt(end))) end += 1;
    // What the line is may not be there yet.
    if (next >= limit || (!isFinal && end + LONGEST_LINE > text.length)) return limit;
    const isLastLine = /^(\s|\\n|["',+])*-----END /.test(text.slice(end, end + 24)) || text[next] === "=";
    if (end === next) return at;
    if (header === null && end < limit && end - next < LEAST_LINE && !isLastLine) return at;
    at = end;
  }
  return limit;
}

/** Line ends, indents, quotes, commas and pluses; escaped line ends. */
function skipBetween(text: string, from: number, limit: number): number {
  let at = from;
  for (;;) {
    const char = text[at] ?? "";
    if (at >= limit) return at;
    if (char === "\\" && "nrt\\\"'".includes(text[at + 1] ?? "x")) at += 2;
    else if (" \t\r\n\"',>|".includes(char) || (char === "+" && " \n\r\"'".includes(text[at + 1] ?? ""))) at += 1;
    else return at;
  }
}
