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
  let parts: Buffer[] = [];
  let size = 0;
  let head: Buffer | null = null;

  const take = (piece: Buffer): void => {
    size += piece.length;
    parts.push(piece);
    if (size <= maxBytes) return;
    head ??= firstBytes(parts);
    parts = [lastBytes(parts)];
  };
  const finish = (): void => {
    const line = parts.length === 1 && parts[0] !== undefined ? parts[0] : Buffer.concat(parts);
    const start = head;
    parts = [];
    size = 0;
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

/** Copied, so that nothing keeps the long line alive; what is left of the first one may be a byte. */
function firstBytes(parts: readonly Buffer[]): Buffer {
  const first = parts.slice(0, END_BYTES).map((part) => part.subarray(0, END_BYTES));
  return Buffer.from(Buffer.concat(first).subarray(0, END_BYTES));
}

function lastBytes(parts: readonly Buffer[]): Buffer {
  const last = parts.slice(-END_BYTES).map((part) => part.subarray(-END_BYTES));
  return Buffer.from(Buffer.concat(last).subarray(-END_BYTES));
}
