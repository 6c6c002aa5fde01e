import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { MAX_FRAME_BYTES, frameDecoder, toFrameBytes } from "./frame-codec.ts";
import type { Frame } from "./frame-codec.ts";

describe("frames", () => {
  it("come out as they went in, however the bytes are split", () => {
    const message = fc.record({
      type: fc.integer({ min: 0, max: 255 }),
      header: fc.dictionary(fc.string(), fc.oneof(fc.string(), fc.integer(), fc.boolean())),
      payload: fc.uint8Array({ maxLength: 300 }),
    });
    fc.assert(
      fc.property(fc.array(message, { maxLength: 8 }), fc.array(fc.nat(400)), (messages, sizes) => {
        const bytes = Buffer.concat(messages.map(({ type, header, payload }) => toFrameBytes(type, header, payload)));
        const frames: Frame[] = [];
        const decode = frameDecoder((frame) => frames.push({ ...frame, payload: Uint8Array.from(frame.payload) }));
        let at = 0;
        for (const size of sizes) {
          decode(bytes.subarray(at, at + size));
          at += size;
        }
        decode(bytes.subarray(at));
        expect(frames).toEqual(messages.map(({ header, ...rest }) => ({ ...rest, header: { ...header } })));
      }),
    );
  });

  it.each([
    ["a length beyond the limit", [0xff, 0xff, 0xff, 0xff]],
    ["a length that leaves no room for a header", [0, 0, 0, 1]],
    ["a header longer than its frame", [0, 0, 0, 7, 1, 0, 0, 0, 9, 0x7b, 0x7d]],
    ["a header that is no JSON", [0, 0, 0, 7, 1, 0, 0, 0, 2, 0x7b, 0x7b]],
  ])("refuse %s", (_name, bytes) => {
    const decode = frameDecoder(() => undefined);
    expect(() => decode(Buffer.from(bytes))).toThrow();
  });

  it("are refused before sending when they are larger than the limit", () => {
    expect(() => toFrameBytes(1, {}, new Uint8Array(MAX_FRAME_BYTES))).toThrow(RangeError);
  });
});
