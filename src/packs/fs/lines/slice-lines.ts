/** Lines of a text file, as bytes were found in it. Line numbers start at 1. */
export interface LineSlice {
  readonly text: string;
  /** Last line in `text`; one less than asked for when there is none. */
  readonly toLine: number;
  readonly totalLines: number;
  /** The first line alone was too long and only its beginning is in `text`. */
  readonly lineCut: boolean;
  readonly lineEndings: LineEndings;
}

export type LineEndings = "lf" | "crlf" | "mixed" | "none";

const LF = 0x0a;
const CR = 0x0d;

/** Lines `from` to `to`, as many whole ones as fit into `maxBytes`. One pass without a list of all lines. */
export function sliceLines(bytes: Buffer, from: number, to: number, maxBytes: number): LineSlice {
  let line = 1;
  let lineStart = 0;
  let start = -1;
  let end = -1;
  let toLine = from - 1;
  let crlf = 0;
  const closeLine = (after: number): void => {
    if (line >= from && line <= to) {
      if (start === -1) start = lineStart;
      if (after - start <= maxBytes && toLine === line - 1) {
        end = after;
        toLine = line;
      }
    }
    line++;
    lineStart = after;
  };
  for (let at = 0; at < bytes.length; at++) {
    if (bytes[at] !== LF) continue;
    if (bytes[at - 1] === CR) crlf++;
    closeLine(at + 1);
  }
  const feeds = line - 1;
  if (lineStart < bytes.length) closeLine(bytes.length);
  const lineCut = start !== -1 && end === -1;
  const slice = lineCut
    ? cutText(bytes.subarray(start, start + maxBytes))
    : start === -1
      ? ""
      : bytes.toString("utf8", start, end);
  return {
    text: slice,
    toLine: lineCut ? from : toLine,
    totalLines: line - 1,
    lineCut,
    lineEndings: feeds === 0 ? "none" : crlf === 0 ? "lf" : crlf === feeds ? "crlf" : "mixed",
  };
}

/** Leaves out a character that was cut in two at the end. */
function cutText(bytes: Buffer): string {
  return new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes, { stream: true });
}
