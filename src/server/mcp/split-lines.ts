const NEWLINE = 0x0a;
/** Enough of the end of a line that was too long to find the request's id in it. */
const TAIL_BYTES = 256;

export interface LineHandlers {
  readonly onLine: (bytes: Buffer) => void;
  /** A line went over the limit and was thrown away, apart from its last bytes. */
  readonly onTooLong: (tail: Buffer) => void;
}

/** Cuts a byte stream into lines, holding at most `maxBytes` of an unfinished one. Returns what takes the next chunk. */
export function splitLines(maxBytes: number, { onLine, onTooLong }: LineHandlers): (chunk: Buffer) => void {
  let parts: Buffer[] = [];
  let size = 0;

  const take = (piece: Buffer): void => {
    size += piece.length;
    parts.push(piece);
    if (size > maxBytes) parts = [lastBytes(parts)];
  };
  const finish = (): void => {
    const line = parts.length === 1 && parts[0] !== undefined ? parts[0] : Buffer.concat(parts);
    const tooLong = size > maxBytes;
    parts = [];
    size = 0;
    if (tooLong) onTooLong(line);
    else onLine(line);
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

/** Copied, so that nothing keeps the long line alive. */
function lastBytes(parts: readonly Buffer[]): Buffer {
  return Buffer.from(Buffer.concat(parts.slice(-2).map((part) => part.subarray(-TAIL_BYTES))).subarray(-TAIL_BYTES));
}
