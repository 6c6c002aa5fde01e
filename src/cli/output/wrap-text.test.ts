import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { displayWidth } from "../../text/display-width.ts";
import { wrapText } from "./wrap-text.ts";

describe("wrapText", () => {
  it.each([
    ["short", 40, 4, "short"],
    ["one two three four five six seven", 24, 4, "one two three four\n    five six seven"],
    ["exactly twenty chars here", 24, 4, "exactly twenty chars\n    here"],
    ["x".repeat(45), 22, 2, `${"x".repeat(20)}\n  ${"x".repeat(20)}\n  ${"x".repeat(5)}`],
    ["漢".repeat(12), 20, 0, `${"漢".repeat(10)}\n漢漢`],
    ["no limit where nothing limits", Number.POSITIVE_INFINITY, 4, "no limit where nothing limits"],
  ])("%s in %d columns", (text, width, indent, wrapped) => {
    expect(wrapText(text, width, indent)).toBe(wrapped);
  });

  it("keeps every character but the spaces that it breaks at, and every line within the width", () => {
    const text = fc.string({ unit: fc.constantFrom("a", "bc", " ", "  ", "漢"), maxLength: 200 });
    fc.assert(
      fc.property(text, fc.integer({ min: 24, max: 60 }), (given, width) => {
        const lines = wrapText(given, width, 4).split("\n");
        expect(lines.join("").replaceAll(" ", "")).toBe(given.replaceAll(" ", ""));
        for (const [at, line] of lines.entries()) {
          expect(displayWidth(line)).toBeLessThanOrEqual(at === 0 ? width - 4 : width);
          if (at > 0) expect(line.startsWith("    ")).toBe(true);
        }
      }),
    );
  });
});
