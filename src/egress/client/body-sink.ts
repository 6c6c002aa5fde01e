import { createHash } from "node:crypto";
import { createBytePieces } from "../../text/byte-pieces.ts";

/** The bytes of a body as they come out of unpacking: hashed and counted all, kept up to the cap. */
export interface BodySink {
  /** Whether more should be read. */
  readonly take: (chunk: Uint8Array, packedBytes: number) => boolean;
  readonly result: () => { readonly body: Uint8Array; readonly bodyBytes: number; readonly bodyHash: string };
}

/** From so many times its packed size on, what is beyond the cap is taken for a bomb. */
const BEYOND_CAP_RATIO = 100;

/** What is beyond the cap is still counted and hashed for `beyondBytes`, unless little was blown up to it. */
export function createBodySink(maxBodyBytes: number, beyondBytes: number): BodySink {
  const hash = createHash("sha256");
  const kept = createBytePieces();
  let bodyBytes = 0;
  const take = (chunk: Uint8Array, packedBytes: number): boolean => {
    const room = maxBodyBytes - bodyBytes;
    if (room > 0) kept.push(room < chunk.byteLength ? chunk.subarray(0, room) : chunk);
    hash.update(chunk);
    bodyBytes += chunk.byteLength;
    const isPlausible = bodyBytes <= packedBytes * BEYOND_CAP_RATIO;
    return bodyBytes <= maxBodyBytes || (bodyBytes <= maxBodyBytes + beyondBytes && isPlausible);
  };
  const result = (): ReturnType<BodySink["result"]> => ({
    // Copied, so that a small body does not keep the buffers of the connection alive.
    body: new Uint8Array(kept.take()),
    bodyBytes,
    bodyHash: hash.digest("hex"),
  });
  return { take, result };
}
