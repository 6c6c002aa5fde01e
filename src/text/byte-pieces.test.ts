import * as fc from "fast-check";
import { expect, it } from "vitest";
import { createBytePieces } from "./byte-pieces.ts";

it("gives the same bytes however they were split", () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 1500 }), fc.integer({ min: 1, max: 5 }), (bytes, size) => {
      const pieces = createBytePieces();
      for (let at = 0; at < bytes.length; at += size) pieces.push(bytes.subarray(at, at + size));
      expect(pieces.bytes).toBe(bytes.length);
      expect(Buffer.compare(pieces.take(), bytes)).toBe(0);
      expect([pieces.bytes, pieces.take().length]).toEqual([0, 0]);
    }),
  );
});
