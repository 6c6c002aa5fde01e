/** A place in a pattern: what was read, and where reading goes on. */
interface Piece {
  readonly text: string;
  readonly end: number;
}

const QUANTIFIER = /^(?:[*+?]|\{\d{1,4}(?:,\d{0,4})?\})\??/;
/** Escapes that stand for one character or for a class of them, alike inside and outside of brackets. */
const SHARED_ESCAPES = /^\\(?:[dwtnrfv]|x[0-9A-Fa-f]{2}|[\^$\\.*+?()[\]{}|/])/;
/** ECMAScript counts all of Unicode's spaces, the linear-time engine these five. */
const SPACES = "\\t\\n\\f\\r ";

/**
 * A pattern of the linear-time engine as ECMAScript reads it with the `u` flag, or `null` where the two could disagree
 * about any text. Only what both spell alike is let through, so that a client is never told something that is not so.
 */
export function toPortablePattern(pattern: string): string | null {
  let text = "";
  let at = 0;
  let depth = 0;
  /** Whether a quantifier may follow. */
  let isRepeatable = false;
  while (at < pattern.length) {
    const quantifier = QUANTIFIER.exec(pattern.slice(at, at + 16))?.[0];
    const piece = quantifier === undefined ? readPiece(pattern, at) : { text: quantifier, end: at + quantifier.length };
    if (piece === null || (quantifier !== undefined && !isRepeatable)) return null;
    depth += piece.text.startsWith("(") ? 1 : piece.text === ")" ? -1 : 0;
    if (depth < 0) return null;
    isRepeatable = quantifier === undefined && !/^(?:\(|\(\?:|\||\^|\$|\\[bB])$/.test(piece.text);
    text += piece.text;
    at = piece.end;
  }
  return depth === 0 ? text : null;
}

function readPiece(pattern: string, at: number): Piece | null {
  const character = pattern.charAt(at);
  if (character === "[") return readClass(pattern, at);
  if (character === "\\") return readEscape(pattern, at);
  if (character === "(") return readGroup(pattern, at);
  if (/[)|^$.]/.test(character)) return { text: character, end: at + 1 };
  return isLiteral(character) && !/[*+?{}\]]/.test(character) ? { text: character, end: at + 1 } : null;
}

function readGroup(pattern: string, at: number): Piece | null {
  if (pattern.startsWith("(?:", at)) return { text: "(?:", end: at + 3 };
  return pattern.startsWith("(?", at) ? null : { text: "(", end: at + 1 };
}

function readEscape(pattern: string, at: number): Piece | null {
  const shared =
    SHARED_ESCAPES.exec(pattern.slice(at, at + 4))?.[0] ?? /^\\[DWbB]/.exec(pattern.slice(at, at + 2))?.[0];
  if (shared !== undefined) return { text: shared, end: at + shared.length };
  if (pattern.startsWith("\\s", at)) return { text: `[${SPACES}]`, end: at + 2 };
  return pattern.startsWith("\\S", at) ? { text: `[^${SPACES}]`, end: at + 2 } : null;
}

/** `[…]`: single characters, ranges between them, and the classes that both engines know. */
function readClass(pattern: string, start: number): Piece | null {
  const open = pattern.startsWith("[^", start) ? "[^" : "[";
  let text = open;
  let at = start + open.length;
  while (pattern.charAt(at) !== "]") {
    const first = readMember(pattern, at);
    if (first === null) return null;
    text += first.text;
    at = first.end;
    if (pattern.charAt(at) !== "-" || pattern.charAt(at + 1) === "]") continue;
    const last = readMember(pattern, at + 1);
    if (last === null || !isSingle(first) || !isSingle(last)) return null;
    text += `-${last.text}`;
    at = last.end;
    if (pattern.charAt(at) === "-" && pattern.charAt(at + 1) !== "]") return null;
  }
  // An empty class, and a bracket that stands first, are read in two ways.
  return text === open ? null : { text: `${text}]`, end: at + 1 };
}

function readMember(pattern: string, at: number): Piece | null {
  const character = pattern.charAt(at);
  if (character === "\\") {
    if (pattern.startsWith("\\-", at)) return { text: "\\-", end: at + 2 };
    if (pattern.startsWith("\\s", at)) return { text: SPACES, end: at + 2 };
    const escape = SHARED_ESCAPES.exec(pattern.slice(at, at + 4))?.[0];
    return escape === undefined ? null : { text: escape, end: at + escape.length };
  }
  return isLiteral(character) && character !== "[" ? { text: character, end: at + 1 } : null;
}

function isSingle({ text }: Piece): boolean {
  return text !== "-" && text !== SPACES && !/^\\[dw]$/.test(text);
}

/** Characters beyond the basic plane are two units to a client that does not read Unicode. */
function isLiteral(character: string): boolean {
  return character !== "" && !/[\ud800-\udfff]/u.test(character);
}
