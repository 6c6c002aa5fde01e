import { describe, expect, it } from "vitest";
import { findForbiddenCharacter, findMetacharacter, toCharacterPattern } from "./characters.ts";
import { compilePattern } from "./pattern.ts";

describe("findForbiddenCharacter", () => {
  it.each([
    ["\u0000", "U+0000 NUL"],
    ["\n", "U+000A LINE FEED"],
    ["\r", "U+000D CARRIAGE RETURN"],
    ["\u001b", "U+001B ESCAPE"],
    ["\u0001", "U+0001 CONTROL CHARACTER"],
    ["\u0085", "U+0085 CONTROL CHARACTER"],
    ["\u00ad", "U+00AD SOFT HYPHEN"],
    ["\u202e", "U+202E RIGHT-TO-LEFT OVERRIDE"],
    ["\u2066", "U+2066 LEFT-TO-RIGHT ISOLATE"],
    ["\u2069", "U+2069 POP DIRECTIONAL ISOLATE"],
    ["\u200b", "U+200B ZERO WIDTH SPACE"],
    ["\u200d", "U+200D ZERO WIDTH JOINER"],
    ["\ufeff", "U+FEFF ZERO WIDTH NO-BREAK SPACE"],
    ["\ud800", "U+D800 LONE SURROGATE"],
    ["\u{e0041}", "U+E0041 INVISIBLE FORMATTING CHARACTER"],
    ["\u3164", "U+3164 INVISIBLE FORMATTING CHARACTER"],
  ])("names %j", (character, name) => {
    expect(findForbiddenCharacter(`a${character}b`, true)).toBe(name);
    expect(findForbiddenCharacter(`a${character}b`, false)).toBe(name);
  });

  it("names the first of several", () => {
    expect(findForbiddenCharacter("a\rb\u202e", false)).toBe("U+000D CARRIAGE RETURN");
  });

  it("lets a tab through where it is told to, and never minds what can be seen", () => {
    expect(findForbiddenCharacter("a\tb", true)).toBeNull();
    expect(findForbiddenCharacter("a\tb", false)).toBe("U+0009 TAB");
    expect(findForbiddenCharacter("\u00e4\u65e5\u{1f600}\u2764\ufe0fe\u0301\u00a0", false)).toBeNull();
  });
});

describe("toCharacterPattern", () => {
  const codes = Array.from({ length: 0xa0 }, (_, code) => String.fromCharCode(code));
  it.each([
    [true, true],
    [true, false],
    [false, true],
    [false, false],
  ])("refuses the control characters and metacharacters that the check refuses: %s, %s", (tab, metacharacters) => {
    const compiled = compilePattern(toCharacterPattern({ tab, metacharacters }));
    for (const text of codes) {
      const isFree =
        findForbiddenCharacter(text, !tab) === null && !(metacharacters && findMetacharacter(text) !== null);
      expect([text, compiled.ok && compiled.matches(text)]).toEqual([text, isFree]);
    }
  });
});
