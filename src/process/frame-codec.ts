/** One message between the gateway and its runner. */
export interface Frame {
  readonly type: number;
  readonly header: unknown;
  readonly payload: Uint8Array;
}

/** Largest frame either side accepts, in bytes; also the most that one request (argv, environment and input) may take. */
export const MAX_FRAME_BYTES: number = 8 * 1024 * 1024;

/** Bytes on the wire: length of the rest (4), type (1), length of the header (4), JSON header, raw payload. */
const LENGTH_BYTES = 4;
const PREFIX_BYTES = 9;

/** Throws a RangeError for a frame that the other side would refuse. */
export function toFrameBytes(type: number, header: object, payload?: Uint8Array): Buffer {
  const json = Buffer.from(JSON.stringify(header));
  const total = PREFIX_BYTES + json.length + (payload?.length ?? 0);
  if (total > MAX_FRAME_BYTES) throw new RangeError(`frame of ${total} bytes, at most ${MAX_FRAME_BYTES} expected`);
  const bytes = Buffer.allocUnsafe(total);
  bytes.writeUInt32BE(total - LENGTH_BYTES, 0);
  bytes.writeUInt8(type, 4);
  bytes.writeUInt32BE(json.length, 5);
  json.copy(bytes, PREFIX_BYTES);
  if (payload !== undefined) bytes.set(payload, PREFIX_BYTES + json.length);
  return bytes;
}

/**
 * Takes bytes however they were split and hands on each frame once it is complete. The returned function throws on bytes
 * that are no frame; the connection is then of no use, because the next boundary is unknown.
 */
export function frameDecoder(onFrame: (frame: Frame) => void): (bytes: Buffer) => void {
  let parts: Buffer[] = [];
  let held = 0;
  let needed = LENGTH_BYTES;
  return (bytes) => {
    parts.push(bytes);
    held += bytes.length;
    if (held < needed) return;
    let rest = parts.length === 1 ? bytes : Buffer.concat(parts, held);
    for (needed = neededBytes(rest); rest.length >= needed; needed = neededBytes(rest)) {
      const frame = rest.subarray(0, needed);
      rest = rest.subarray(needed);
      onFrame(parseFrame(frame));
    }
    parts = rest.length === 0 ? [] : [rest];
    held = rest.length;
  };
}

/** Checked before the body arrives, so that a false length cannot make this side hold memory for it. */
function neededBytes(bytes: Buffer): number {
  if (bytes.length < LENGTH_BYTES) return LENGTH_BYTES;
  const needed = LENGTH_BYTES + bytes.readUInt32BE(0);
  if (needed < PREFIX_BYTES || needed > MAX_FRAME_BYTES) {
    throw new RangeError(`frame length ${needed}, expected ${PREFIX_BYTES} to ${MAX_FRAME_BYTES}`);
  }
  return needed;
}

function parseFrame(bytes: Buffer): Frame {
  const headerEnd = PREFIX_BYTES + bytes.readUInt32BE(5);
  if (headerEnd > bytes.length) throw new RangeError("frame header is longer than its frame");
  return {
    type: bytes.readUInt8(4),
    header: JSON.parse(bytes.toString("utf8", PREFIX_BYTES, headerEnd)),
    payload: bytes.subarray(headerEnd),
  };
}
