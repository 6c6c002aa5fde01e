const LF = 10;
const CR = 13;

/**
 * Counts the bytes of the longest event that a chunk has a part in, begun in earlier chunks: an empty line ends one. Line
 * ends may be LF, CR or both, as the format allows.
 */
export function countEvents(): (chunk: Uint8Array) => number {
  let bytes = 0;
  /** Line ends since the last other byte; CR LF is one. */
  let lineEnds = 0;
  let last = 0;
  return (chunk) => {
    let longest = 0;
    for (const byte of chunk) {
      bytes += 1;
      if (byte !== LF && byte !== CR) lineEnds = 0;
      else if (byte !== LF || last !== CR) lineEnds += 1;
      last = byte;
      if (bytes > longest) longest = bytes;
      if (lineEnds >= 2) bytes = 0;
    }
    return longest;
  };
}
