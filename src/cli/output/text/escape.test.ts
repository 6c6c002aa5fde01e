import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { escapeBlock, escapeLine } from "./escape.ts";

const ACTIVE =
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\u{e0000}-\u{e007f}]/u;

describe("escapeLine", () => {
  it.each([
    ["plain text, ünïcödé 漢字 🙂", "plain text, ünïcödé 漢字 🙂"],
    ["\u001b[2Jgone", "\\u001b[2Jgone"],
    ["a\nb\tc\r", "a\\nb\\tc\\r"],
    ["a\u202eb", "a\\u202eb"],
    ["a\u200bb", "a\\u200bb"],
    ["rm\u{e0061}", "rm\\u{e0061}"],
    ["\u009b31m", "\\u009b31m"],
    ["half \ud83d", "half \\ud83d"],
  ])("shows %j as %j", (text, shown) => {
    expect(escapeLine(text)).toBe(shown);
  });

  it("leaves nothing that acts on a terminal, whatever comes", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        expect(escapeLine(text)).not.toMatch(ACTIVE);
        expect(escapeLine(text)).not.toContain("\n");
      }),
    );
  });
});

describe("escapeBlock", () => {
  it("keeps lines and tabs, and nothing else", () => {
    expect(escapeBlock("a\r\nb\tc\rd\u001b[1m\n")).toBe("a\nb\tc\\rd\\u001b[1m\n");
  });
});
