import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { cutText } from "./cut-text.ts";

const LINES = Array.from({ length: 2000 }, (_, index) => `line ${index}\n`).join("");

describe("cutText", () => {
  it("leaves what fits as it is", () => {
    expect(cutText("abc", 3, "x")).toBe("abc");
  });

  it("keeps the beginning, whole lines of it, and says how much is missing and where it is", () => {
    const cut = cutText(LINES, 1000, "all of it is in /e/stdout.txt");
    expect(cut.length).toBeLessThanOrEqual(1000);
    expect(cut).toMatch(/^line 0\nline 1\n[^]*line \d+\n\[\.\.\. \d+ of \d+ characters left out here; all of it is in/);
    const left = Number(/(\d+) of (\d+) characters/.exec(cut)?.[1]);
    expect(left + cut.indexOf("\n[...")).toBe(LINES.length);
  });

  it.each(["3 passed, 1 failed\n", "Error: no space left\n", "\n[stderr]\nx\n", "Traceback (most recent call last)"])(
    "keeps an end that says how it went: %j",
    (end) => {
      const cut = cutText(LINES + end, 1000, "x");
      expect(cut.length).toBeLessThanOrEqual(1000);
      expect(cut.endsWith(end)).toBe(true);
      expect(cut.startsWith("line 0\n")).toBe(true);
      const tail = cut.slice(cut.indexOf("]\n") + 2);
      expect(tail.length).toBeLessThanOrEqual(300);
      expect(tail).toMatch(/^line \d+\n/);
    },
  );

  it("keeps at most four thousand characters of the end", () => {
    const cut = cutText(`${LINES.repeat(10)}failed`, 100_000, "x");
    expect(cut.slice(cut.indexOf("]\n") + 2).length).toBeLessThanOrEqual(4000);
  });

  it("cuts no marker of a secret and no character in two", () => {
    const marked = "ab [REDACTED] cd 😀 [REDACTED:aws] error ".repeat(100);
    for (let limit = 120; limit < 400; limit++) {
      const parts = cutText(marked, limit, "x").split(/\n\[\.\.\. .*\]\n/);
      for (const part of parts) {
        expect(part.replace(/\[REDACTED(?::aws)?\]/g, "")).not.toMatch(/REDACTED|\bRE|TED|[[\]]/);
        expect(part.isWellFormed()).toBe(true);
      }
    }
  });

  it("never gives more than asked for, once there is room for the note", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 2000 }), fc.integer({ min: 80, max: 500 }), (text, limit) => {
        expect(cutText(text, limit, "x").length).toBeLessThanOrEqual(Math.max(limit, 80));
      }),
    );
  });
});
