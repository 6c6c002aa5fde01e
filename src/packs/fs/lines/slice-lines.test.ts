import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { sliceLines } from "./slice-lines.ts";

function slice(text: string, from: number, to: number, maxBytes = 1000): ReturnType<typeof sliceLines> {
  return sliceLines(Buffer.from(text), from, to, maxBytes);
}

describe("sliceLines", () => {
  it.each<readonly [string, number, number, string, number, number]>([
    ["a\nb\nc\n", 1, 2, "a\nb\n", 2, 3],
    ["a\nb\nc", 3, 9, "c", 3, 3],
    ["a\nb\nc\n", 3, 3, "c\n", 3, 3],
    ["", 1, 5, "", 0, 0],
    ["\n", 1, 5, "\n", 1, 1],
    ["\n\n", 2, 2, "\n", 2, 2],
    ["a\r\nb\r\n", 1, 1, "a\r\n", 1, 2],
    ["a", 2, 3, "", 1, 1],
  ])("%j from %i to %i", (text, from, to, expected, toLine, totalLines) => {
    expect(slice(text, from, to)).toMatchObject({ text: expected, toLine, totalLines, lineCut: false });
  });

  it.each([
    ["abc", "none"],
    ["a\nb", "lf"],
    ["a\r\nb", "crlf"],
    ["a\r\nb\n", "mixed"],
  ])("%j ends its lines with %s", (text, lineEndings) => {
    expect(slice(text, 1, 1).lineEndings).toBe(lineEndings);
  });

  it("stops before a line that does not fit", () => {
    expect(slice("aaaa\nbbbb\nc\n", 1, 3, 7)).toMatchObject({ text: "aaaa\n", toLine: 1, lineCut: false });
  });

  it("cuts a first line that does not fit, between characters", () => {
    expect(slice("ééé\nb\n", 1, 2, 3)).toMatchObject({ text: "é", toLine: 1, lineCut: true, totalLines: 2 });
  });

  it("gives all of a text when read on from line to line", () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom("a", "é", "\n", "\r\n", "bbb")),
        fc.integer({ min: 3, max: 8 }),
        (parts, max) => {
          const text = parts.join("");
          let [from, all] = [1, ""];
          for (;;) {
            const part = slice(text, from, from + 1, max * 100);
            all += part.text;
            if (part.toLine >= part.totalLines) break;
            from = part.toLine + 1;
          }
          expect(all).toBe(text);
        },
      ),
    );
  });
});
