import type { Transform } from "node:stream";
import {
  constants,
  createBrotliDecompress,
  createGunzip,
  createInflate,
  createInflateRaw,
  createZstdDecompress,
} from "node:zlib";

/** What is asked for, and all that is understood. */
export const ACCEPT_ENCODING = "gzip, deflate, br, zstd";

/** Given the first bytes of a body, opens what unpacks it; `null` when nothing here can. */
export type Unpack = (first: Uint8Array) => Transform | null;

/**
 * How the body of an answer is unpacked, from its `content-encoding`; `null`: it comes as it is. Several codings on top of each
 * other are not undone: no server needs them, and each multiplies what a few bytes can become.
 */
export function chooseUnpacking(contentEncoding: string): Unpack | null {
  const coding = contentEncoding.trim().toLowerCase();
  if (coding === "" || coding === "identity") return null;
  return UNPACKERS.get(coding) ?? (() => null);
}

const CHUNK = { chunkSize: 65_536 };
/** The standard asks every decoder for 8 MiB; a frame that wants more would cost memory before a byte comes out. */
const ZSTD_WINDOW_LOG = 23;

const UNPACKERS: ReadonlyMap<string, Unpack> = new Map([
  ["gzip", () => createGunzip(CHUNK)],
  ["x-gzip", () => createGunzip(CHUNK)],
  ["deflate", createEitherInflate],
  ["br", () => createBrotliDecompress(CHUNK)],
  ["zstd", () => createZstdDecompress({ ...CHUNK, params: { [constants.ZSTD_d_windowLogMax]: ZSTD_WINDOW_LOG } })],
]);

/** Some servers send deflate with the header that the standard asks for, some without. */
function createEitherInflate(first: Uint8Array): Transform {
  return ((first[0] ?? 0) & 0x0f) === 8 ? createInflate(CHUNK) : createInflateRaw(CHUNK);
}
