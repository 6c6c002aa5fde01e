import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { matchText } from "./match-text.ts";
import { parseRule } from "./parse-rule.ts";
import { renderCommand, renderRule } from "./render-rule.ts";
import { parseTextPattern } from "./text-pattern.ts";

describe("parseRule", () => {
  it.each([
    ["repo.log", "repo.log", null],
    ["files.*", "files.*", null],
    ["  repo.log  ", "repo.log", null],
    ["Bash(*)", "Bash", null],
    ["Bash( * )", "Bash", null],
    ["Bash(npm run *)", "Bash", "npm run *"],
    ["Bash(echo (a) b)", "Bash", "echo (a) b"],
    ["Bash(ls:*)", "Bash", "ls:*"],
    ["Bash(echo \\))", "Bash", "echo \\)"],
    ["Bash(echo \\\\)", "Bash", "echo \\\\"],
    ["files.read(notebook.run_cell)", "files.read", "notebook.run_cell"],
    ["toString", "toString", null],
    ["__proto__(x)", "__proto__", "x"],
    [`a(${"x".repeat(4000)})`, "a", "x".repeat(4000)],
  ])("reads %s", (text, tool, specifier) => {
    expect(parseRule(text)).toEqual({ ok: true, tool, specifier, coversAll: false });
  });

  it.each([
    ["", "the rule is empty"],
    ["  ", "the rule is empty"],
    ["Bash()", "nothing between"],
    ["Bash(  )", "nothing between"],
    ["Bash(ls", "does not end"],
    ["Bash(ls) ", null],
    ["Bash(ls)x", "does not end"],
    ["Bash(ls\\)", "does not end"],
    ["Bash(ls\\\\\\)", "does not end"],
    ["(ls)", "names no tool"],
    ["a b", "names no tool"],
    ["a/b", "names no tool"],
    ["café", "names no tool"],
    ["x".repeat(201), "names no tool"],
    [`a(${"x".repeat(4001)})`, "4001 characters"],
    ["Bash(ls\n*)", "not seen"],
    ["Bash(ls\u202e)", "not seen"],
    ["Bash(l\u200bs)", "not seen"],
    ["Bash(\u0000)", "not seen"],
  ])("refuses %j", (text, message) => {
    const parsed = parseRule(text);
    if (message === null) expect(parsed.ok).toBe(true);
    else expect(parsed).toMatchObject({ ok: false, message: expect.stringContaining(message) as string });
    if (!parsed.ok) expect(parsed.hint).not.toBe("");
  });

  it("shows hidden characters escaped", () => {
    expect(parseRule("Bash(\u202egpj.exe)")).toMatchObject({ message: expect.stringContaining("\\u202e") as string });
  });

  it.each(["*", "**"])("says that %s covers everything", (text) => {
    expect(parseRule(text)).toMatchObject({ ok: true, coversAll: true });
  });
});

describe("matchText", () => {
  it.each([
    ["npm run *", "npm run build", true],
    ["npm run *", "npm run", true],
    ["npm run *", "npm runner", false],
    ["npm run*", "npm runner", true],
    ["ls*", "lsof", true],
    ["*", "", true],
    ["a*b*c", "a--b--c", true],
    ["a*b*c", "a--c--b", false],
    ["ab*ba", "aba", false],
    ["a\\*", "a*", true],
    ["a\\*", "ab", false],
    ["a\\\\*", "a\\b", true],
    ["\\(x\\)", "(x)", true],
    ["a\\b", "a\\b", true],
    ["x *", "x ", true],
    [" *", "", true],
  ])("%s on %s: %s", (pattern, text, expected) => {
    expect(matchText(parseTextPattern(pattern), text)).toBe(expected);
  });

  it("agrees with a slow reading of every pattern", () => {
    const part = fc.constantFrom("a", "b", " ", "*", "\\*", "\\\\");
    const pattern = fc.array(part, { maxLength: 7 });
    const text = fc.array(fc.constantFrom("a", "b", " ", "*", "\\"), { maxLength: 8 });
    fc.assert(
      fc.property(pattern, text, (parts, characters) => {
        const pieces =
          parts.length > 1 && parts.at(-1) === "*" && parts.at(-2) === " " ? [parts, parts.slice(0, -2)] : [parts];
        const expected = pieces.some((one) => slow(one, characters.join("")));
        expect(matchText(parseTextPattern(parts.join("")), characters.join(""))).toBe(expected);
      }),
      { numRuns: 3000 },
    );
  });
});

function slow([first, ...rest]: readonly string[], text: string): boolean {
  if (first === undefined) return text === "";
  if (first === "*") return Array.from({ length: text.length + 1 }).some((_, at) => slow(rest, text.slice(at)));
  const character = first.at(-1) ?? "";
  return text.startsWith(character) && slow(rest, text.slice(1));
}

describe("renderRule", () => {
  it("matches its text and no other", () => {
    const text = fc.string({ unit: fc.constantFrom("a", " ", "*", "(", ")", "\\", "'"), minLength: 1, maxLength: 12 });
    fc.assert(
      fc.property(text, text, (one, other) => {
        const rule = renderRule("t", one);
        fc.pre(rule !== null);
        const parsed = parseRule(rule ?? "");
        expect(parsed.ok).toBe(true);
        const pattern = parseTextPattern(parsed.ok ? (parsed.specifier ?? "*") : "");
        expect(matchText(pattern, one)).toBe(true);
        expect(matchText(pattern, other)).toBe(one === other);
      }),
    );
  });

  it.each(["", " a", "a\nb", "a\u202eb", "x".repeat(4001)])("has no rule for %j", (text) => {
    expect(renderRule("t", text)).toBeNull();
  });

  it.each([
    [["npm", "test"], "npm test"],
    [["git", "commit", "-m", "it's (done) *"], `git commit -m 'it'"'"'s (done) *'`],
    [["echo", ""], "echo ''"],
  ])("writes %j as %s", (words, text) => {
    expect(renderCommand(words)).toBe(text);
  });
});
