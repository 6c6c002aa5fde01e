const LF = 10;

/** Takes bytes however they were split and hands on each line. `onTooLong` is called once; what follows is dropped. */
export function createLineReader(
  maxBytes: number,
  onLine: (line: string) => void,
  onTooLong: () => void,
): (bytes: Uint8Array) => void {
  let parts: Uint8Array[] = [];
  let held = 0;
  let isOver = false;
  const hold = (piece: Uint8Array): void => {
    held += piece.length;
    if (held > maxBytes) {
      isOver = true;
      parts = [];
      onTooLong();
    } else if (piece.length > 0) {
      parts.push(piece);
    }
  };
  return (bytes) => {
    let start = 0;
    for (let end = bytes.indexOf(LF); end !== -1 && !isOver; end = bytes.indexOf(LF, start)) {
      hold(bytes.subarray(start, end));
      start = end + 1;
      if (isOver) return;
      const line = Buffer.concat(parts).toString("utf8");
      parts = [];
      held = 0;
      onLine(line);
    }
    if (!isOver) hold(bytes.subarray(start));
  };
}
