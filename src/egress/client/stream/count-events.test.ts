import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { countEvents } from "./count-events.ts";

describe("countEvents", () => {
  it.each([
    ["data: 1\n\ndata: 22\n\n", 10],
    ["data: 1\r\n\r\ndata: 1\r\n\r\n", 10],
    ["a\ra\r\r", 5],
    ["a\r\na\r\n", 6],
    ["\n\n\n\n", 2],
    ["", 0],
  ])("%j: %i bytes at most", (text, expected) => {
    expect(countEvents()(Buffer.from(text))).toBe(expected);
  });

  it("gives the same however the bytes are split", () => {
    const text = fc.string({ unit: fc.constantFrom("a", "\r", "\n"), maxLength: 60 });
    fc.assert(
      fc.property(text, fc.integer({ min: 1, max: 7 }), (written, size) => {
        const bytes = Buffer.from(written);
        const count = countEvents();
        let longest = 0;
        for (let at = 0; at < bytes.length; at += size)
          longest = Math.max(longest, count(bytes.subarray(at, at + size)));
        expect(longest).toBe(countEvents()(bytes));
      }),
    );
  });
});
