import { describe, expect, it } from "vitest";
import { compilePattern } from "./pattern.ts";

function matches(pattern: string, text: string): boolean {
  const compiled = compilePattern(pattern);
  return compiled.ok && compiled.matches(text);
}

describe("compilePattern", () => {
  it.each([
    ["[0-9]", "a1b", true],
    ["^[0-9]$", "a1b", false],
    ["^a$", "a\nb", false],
    ["", "anything", true],
    ["^\\w{1,500}$", "a".repeat(500), true],
    ["(?P<year>\\d{4})", "in 1999", true],
  ])("%s searches %j: %s", (pattern, text, expected) => expect(matches(pattern, text)).toBe(expected));

  it.each([
    ["an open bracket", "("],
    ["look-ahead", "(?=a)a"],
    ["look-behind", "(?<=a)b"],
    ["a back-reference", "(a)\\1"],
    ["nested counts", "((a{100}){100}){100}"],
    ["counts that multiply", "(a{30}){60}"],
    ["a program that is too large", ".{1000}.{1000}"],
    ["a long pattern", "a".repeat(1_001)],
  ])("refuses %s with a message", (_, pattern) => {
    const compiled = compilePattern(pattern);
    expect(compiled.ok ? "" : compiled.message).not.toBe("");
    expect(compilePattern(pattern).ok).toBe(false);
  });

  it.each(["^(a+)+$", "^(a|a)*$", "^(.*a){12}$", "(x+x+)+y"])("answers %s on a megabyte", (pattern) => {
    expect(matches(pattern, `${"a".repeat(1_000_000)}!`)).toBe(false);
    expect(matches(pattern, `${"x".repeat(65_000)}!`)).toBe(false);
  });

  it("forgets old patterns instead of growing", () => {
    for (let index = 0; index < 2_500; index++) expect(matches(`^${index}$`, String(index))).toBe(true);
  });
});
