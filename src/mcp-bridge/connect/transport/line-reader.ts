import { createBytePieces } from "../../../text/byte-pieces.ts";

const LF = 10;

/** Takes bytes however they were split and hands on each line. `onTooLong` is called once; what follows is dropped. */
export function createLineReader(
  maxBytes: number,
  onLine: (line: string) => void,
  onTooLong: () => void,
): (bytes: Uint8Array) => void {
  const held = createBytePieces();
  let isOver = false;
  const hold = (piece: Uint8Array): void => {
    held.push(piece);
    if (held.bytes <= maxBytes) return;
    isOver = true;
    held.take();
    onTooLong();
  };
  return (bytes) => {
    let start = 0;
    for (let end = bytes.indexOf(LF); end !== -1 && !isOver; end = bytes.indexOf(LF, start)) {
      hold(bytes.subarray(start, end));
      start = end + 1;
      if (isOver) return;
      onLine(held.take().toString("utf8"));
    }
    if (!isOver) hold(bytes.subarray(start));
  };
}
