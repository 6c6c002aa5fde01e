import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { locate, toTextIndex } from "./locate.ts";
import { splitPolicies } from "./split-policies.ts";

describe("splitPolicies", () => {
  it.each([
    ["", []],
    ["  // a; b\n", []],
    ["a;b;", ["a;", "b;"]],
    ['a";\\"//";b', ['a";\\"//";', "b"]],
    ["a // ;\n;\n// c\nb;", ["a // ;\n;", "\n// c\nb;"]],
    ["a // x\r;b;", ["a // x\r;", "b;"]],
    ['a "; b', ['a "; b']],
    [";;", [";", ";"]],
  ])("%j", (text, pieces) => {
    expect(splitPolicies(text).map((piece) => piece.text)).toEqual(pieces);
  });

  it("loses nothing but blank space and comments at the end", () => {
    const text = fc
      .array(fc.constantFrom(";", '"', "\\", "//", "\n", "a", " ", "{", "é😀"))
      .map((parts) => parts.join(""));
    fc.assert(
      fc.property(text, (source) => {
        const pieces = splitPolicies(source);
        const joined = pieces.map((piece) => piece.text).join("");
        expect(source.startsWith(joined)).toBe(true);
        expect(source.slice(joined.length).replace(/\/\/[^\n]*|\s/g, "")).toBe("");
        for (const { start, head, text: piece } of pieces) {
          expect(source.slice(start, start + piece.length)).toBe(piece);
          expect(head).toBeGreaterThanOrEqual(start);
        }
      }),
    );
  });

  it("counts brackets and ifs of each policy, but none in strings and comments", () => {
    expect(splitPolicies('((a)); [{"(((" // (((\n}]; if if;').map(({ depth }) => depth)).toEqual([2, 2, 2]);
  });
});

describe("locate", () => {
  it.each([
    ["a", 0, 1, 1],
    ["a\nb", 2, 2, 1],
    ["a\r\nbc", 4, 2, 2],
    ["é😀x", 3, 1, 4],
    ["a\n", 2, 2, 1],
  ])("%j at %i", (text, index, line, column) => {
    expect(locate(text, index)).toEqual({ line, column });
  });

  it("turns bytes into UTF-16 units", () => {
    const text = fc.string({ unit: "grapheme" }).map((one) => one.toWellFormed());
    fc.assert(
      fc.property(text, text, (before, after) => {
        expect(toTextIndex(before + after, new TextEncoder().encode(before).length)).toBe(before.length);
      }),
    );
  });
});
