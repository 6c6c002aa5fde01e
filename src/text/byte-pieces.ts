/** Bytes that arrive in pieces, however small: what is held takes little more memory than the bytes themselves. */
export interface BytePieces {
  readonly bytes: number;
  /** Adds a piece, which must not change afterwards. */
  push(piece: Uint8Array): void;
  /** All of them as one; from then on there are none. */
  take(): Buffer;
}

/**
 * So many are kept apart at most, then they become one. An object of its own for every byte would take some hundred times
 * the memory that was granted to whoever sends them one by one.
 */
const MOST_APART = 256;

export function createBytePieces(): BytePieces {
  let joined: Uint8Array[] = [];
  let apart: Uint8Array[] = [];
  let bytes = 0;
  return {
    get bytes() {
      return bytes;
    },
    push(piece) {
      if (piece.length === 0) return;
      bytes += piece.length;
      apart.push(piece);
      if (apart.length < MOST_APART) return;
      joined.push(Buffer.concat(apart));
      apart = [];
    },
    take() {
      const all = [...joined, ...apart];
      joined = [];
      apart = [];
      bytes = 0;
      const [first] = all;
      return all.length === 1 && Buffer.isBuffer(first) ? first : Buffer.concat(all);
    },
  };
}
