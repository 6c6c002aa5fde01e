import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { renderCommand, renderRule } from "../../text/render-rule.ts";
import { parseRule } from "../../text/parse-rule.ts";
import type { CommandPattern } from "./command-pattern.ts";
import { parseCommandPattern } from "./command-pattern.ts";
import { meansCommand } from "./means-command.ts";
import { matchWords } from "./match-words.ts";
import { matchPieces } from "../../text/match-text.ts";

function pattern(text: string): CommandPattern {
  const parsed = parseCommandPattern(text);
  if (!parsed.ok) throw new Error(parsed.message);
  return parsed.pattern;
}

const PLAIN = {
  fits: matchPieces,
  isAny: () => true,
  isUnknown: () => false,
};

describe("a pattern of words", () => {
  it.each([
    ["npm run *", "npm run build", true],
    ["npm run *", "npm run", true],
    ["npm run *", "npm runner", false],
    ["npm run *", "npm run a b c", true],
    ["npm:*", "npm", true],
    ["npm:*", "npm run x", true],
    ["git:* push", "git push", false],
    ["ls*", "lsof", true],
    ["ls*", "ls -la", false],
    ["ls *", "lsof", false],
    ["npm test*", "npm tests", true],
    ["git * main", "git checkout main", true],
    ["git * main", "git push origin main", true],
    ["git * main", "git main", false],
    ["* --version", "node --version", true],
    ["* --version", "--version", false],
    ["git log", "git log --oneline", false],
    ["git  log", "git log", true],
    ["'git log'", "git log", false],
    ["echo \\*", "echo *", true],
    ["echo \\*", "echo x", false],
    ["echo a\\\\b", "echo a\\b", true],
    ["echo a\\b", "echo ab", true],
    ["echo 'a\\b'", "echo a\\b", true],
    ["curl http://h/*", "curl http://h/x", true],
    ["curl http://h/*", "curl http://h/x -o f", false],
    ["a * b * c", "a x b y c", true],
    ["a * b * c", "a x b c", false],
    ["* *", "a", true],
    ["*", "a b", true],
  ])("%s on %s: %s", (text, command, expected) => {
    expect(matchWords(pattern(text).words, command.split(" "), PLAIN)).toBe(expected);
  });

  it.each(["'a", '"a', "a\\", "ls > x", "a | b", "a && b", "a; b", "a `b`", ""])("%j cannot be read", (text) => {
    expect(parseCommandPattern(text).ok).toBe(false);
  });

  it("agrees with a slow reading of every pattern", () => {
    const word = fc.constantFrom("a", "b", "ab");
    const one = fc.oneof(word, fc.constantFrom("*", "*", "a*", "*b"));
    fc.assert(
      fc.property(
        fc.array(one, { minLength: 1, maxLength: 6 }),
        fc.array(word, { minLength: 1, maxLength: 6 }),
        (parts, words) => {
          expect(matchWords(pattern(parts.join(" ")).words, words, PLAIN)).toBe(slow(parts, words));
        },
      ),
      { numRuns: 5000 },
    );
  });

  it("written for a command matches exactly that command", () => {
    const word = fc.string({ unit: fc.constantFrom("a", " ", "*", "'", '"', "\\", "(", ")", "$", "-"), maxLength: 6 });
    const words = fc.array(word, { minLength: 1, maxLength: 4 });
    fc.assert(
      fc.property(words, words, (mine, other) => {
        const rule = parseRule(renderRule("t", renderCommand(mine)) ?? "");
        if (!rule.ok || rule.specifier === null) throw new Error("no rule");
        const { words: read } = pattern(rule.specifier);
        expect(matchWords(read, mine, PLAIN)).toBe(true);
        expect(matchWords(read, other, PLAIN)).toBe(JSON.stringify(mine) === JSON.stringify(other));
      }),
      { numRuns: 2000 },
    );
  });
});

function slow([first, ...rest]: readonly string[], words: readonly string[]): boolean {
  if (first === undefined) return words.length === 0;
  if (first !== "*") return words.length > 0 && fits(first, words[0] ?? "") && slow(rest, words.slice(1));
  const least = rest.length === 0 ? 0 : 1;
  return [...words, ""].some((_, count) => count >= least && slow(rest, words.slice(count)));
}

function fits(glob: string, word: string): boolean {
  if (glob.startsWith("*")) return word.endsWith(glob.slice(1));
  return glob.endsWith("*") ? word.startsWith(glob.slice(0, -1)) : word === glob;
}

describe("meansCommand", () => {
  it.each([
    ["rm *", ["rm"], "yes"],
    ["rm *", ["/bin/rm", "-rf", "x"], "yes"],
    ["/bin/rm *", ["/bin/rm", "x"], "yes"],
    ["rm *", [null, "x"], "maybe"],
    ["rm *", [null], "maybe"],
    ["rm *", ["rm", null], "yes"],
    ["git push *", ["git", null], "maybe"],
    ["git push *", ["git", null, "main"], "maybe"],
    ["git push --force *", ["git", "commit", "-m", null], "no"],
    ["git push", ["git", "push", null], "maybe"],
    ["npm publish", ["npm", "run", null], "no"],
    ["rm -rf*", ["rm", "-rf", "a", "b"], "yes"],
    ["*curl*", ["sh", "-c", "curl x"], "yes"],
    ["* --force", ["git", "push", "--force"], "yes"],
    ["sudo *", ["sudoku"], "no"],
    ["git push *", ["git", "pushx"], "no"],
  ] as const)("%s of %j: %s", (text, words, expected) => {
    expect(meansCommand(pattern(text), words)).toBe(expected);
  });
});
