/** Of the end of a text, at most. */
const MAX_TAIL = 4000;
const TAIL_SHARE = 0.3;
/** How far back a cut may move to stand at the end of a line. */
const LINE_SHARE = 0.2;
/** How programs say at their end how it went. */
const ENDING =
  /\b(?:errors?|failed|failures?|failing|fatal|exceptions?|traceback|panic(?:ked)?|warnings?|summary|totals?|passed|succeeded|success|aborted|denied|exit(?:ed)?|done|finished)\b|\[stderr\]/i;
/** What stands in the place of a secret is never cut in two: half of it could be read as the program's own words. */
const MAX_MARKER = 64;
const MARKER_START = /\[(?:[A-Z_]{1,40}(?::[\w.-]{0,40})?)?$/;

/**
 * A text of at most `limit` characters, the note about the cut among them. The beginning is kept, and the end too when it
 * says how things went; cuts stand at ends of lines where they can. `rest` says where the whole is.
 */
export function cutText(text: string, limit: number, rest: string): string {
  if (text.length <= limit) return text;
  const room = Math.max(0, limit - renderNote(text.length, text.length, rest).length);
  const tail = findTail(text, room);
  const head = cutHead(text, room - tail.length);
  const left = text.length - head.length - tail.length;
  return `${head}${renderNote(left, text.length, rest)}${tail}`;
}

function renderNote(left: number, total: number, rest: string): string {
  return `\n[... ${left} of ${total} characters left out here; ${rest}]\n`;
}

function findTail(text: string, room: number): string {
  const size = Math.min(MAX_TAIL, Math.floor(room * TAIL_SHARE));
  const start = text.length - size;
  if (!ENDING.test(text.slice(start))) return "";
  const line = text.indexOf("\n", start - 1) + 1;
  const cut = line > 0 && line - start <= size * LINE_SHARE ? line : start;
  return text.slice(outsideMarker(text, cut, "behind"));
}

function cutHead(text: string, size: number): string {
  const line = text.lastIndexOf("\n", size);
  const cut = line > 0 && size - line <= size * LINE_SHARE ? line : size;
  return text.slice(0, outsideMarker(text, cut, "before"));
}

/** The nearest place where neither a marker nor a character is cut in two. */
function outsideMarker(text: string, cut: number, side: "before" | "behind"): number {
  const start = Math.max(0, cut - MAX_MARKER);
  const begun = MARKER_START.exec(text.slice(start, cut));
  const end = text.indexOf("]", cut);
  if (begun !== null && end !== -1 && end - cut < MAX_MARKER) {
    return side === "before" ? start + begun.index : end + 1;
  }
  const isPair = /[\udc00-\udfff]/.test(text.charAt(cut)) && /[\ud800-\udbff]/.test(text.charAt(cut - 1));
  if (!isPair) return cut;
  return side === "before" ? cut - 1 : cut + 1;
}
