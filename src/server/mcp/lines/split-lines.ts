import { createBytePieces } from "../../../text/byte-pieces.ts";

const NEWLINE = 0x0a;
/** Enough of either end of a line that was too long to find the request's id in it. */
const END_BYTES = 256;

export interface LineHandlers {
  readonly onLine: (bytes: Buffer) => void;
  /** A line went over the limit and was thrown away, apart from its first and last bytes. */
  readonly onTooLong: (ends: LineEnds) => void;
}

export interface LineEnds {
  readonly head: Buffer;
  readonly tail: Buffer;
}

/** Cuts a byte stream into lines, holding at most `maxBytes` of an unfinished one. Returns what takes the next chunk. */
export function splitLines(maxBytes: number, { onLine, onTooLong }: LineHandlers): (chunk: Buffer) => void {
  const held = createBytePieces();
  let head: Buffer | null = null;

  const take = (piece: Buffer): void => {
    held.push(piece);
    if (head === null && held.bytes <= maxBytes) return;
    const all = held.take();
    // Copied, so that nothing keeps the long line alive.
    head ??= Buffer.from(all.subarray(0, END_BYTES));
    held.push(Buffer.from(all.subarray(-END_BYTES)));
  };
  const finish = (): void => {
    const line = held.take();
    const start = head;
    head = null;
    if (start === null) onLine(line);
    else onTooLong({ head: start, tail: line });
  };

  return (chunk) => {
    let start = 0;
    for (;;) {
      const end = chunk.indexOf(NEWLINE, start);
      if (end === -1) break;
      take(chunk.subarray(start, end));
      finish();
      start = end + 1;
    }
    if (start < chunk.length) take(chunk.subarray(start));
  };
}
