import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createFinder } from "./create-finder.ts";

describe("createFinder", () => {
  it("finds what the built-in search finds", () => {
    const few = fc.string({ unit: fc.constantFrom("a", "b"), minLength: 1, maxLength: 6 });
    const text = fc.tuple(few, fc.nat(60), few).map(([unit, times, end]) => unit.repeat(times) + end);
    fc.assert(
      fc.property(text, text, fc.nat(100), (written, wanted, from) => {
        expect(createFinder(wanted)(written, from)).toBe(written.indexOf(wanted, from));
      }),
      { numRuns: 2_000 },
    );
  });
});
