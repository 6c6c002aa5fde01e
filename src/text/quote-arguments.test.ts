import { execFileSync } from "node:child_process";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { quoteArguments } from "./quote-arguments.ts";

describe("quoteArguments", () => {
  it.each([
    [["git", "log", "--max-count=3"], "git log --max-count=3"],
    [["echo", "two words", ""], "echo 'two words' ''"],
    [["echo", "it's"], "echo 'it'\\''s'"],
    [["echo", "$(id); `id`"], "echo '$(id); `id`'"],
    [["echo", "a\u001b[0m\\'"], "echo $'a\\u001b[0m\\\\\\''"],
  ])("writes %j as %s", (argv, text) => {
    expect(quoteArguments(argv)).toBe(text);
  });

  it("is read back by a real shell as the very same arguments", () => {
    const word = fc.string({ unit: fc.constantFrom(...Array.from(" abc'\"\\$`;|&<>(){}*?!~#\n\t\u001b-=ü")) });
    fc.assert(
      fc.property(fc.array(word, { minLength: 1, maxLength: 4 }), (words) => {
        const script = `printf '%s\\0' ${quoteArguments(words)}`;
        const read = execFileSync("bash", ["--norc", "-c", script], { encoding: "utf8", env: { LC_ALL: "C.UTF-8" } });
        expect(read.split("\0").slice(0, -1)).toEqual(words);
      }),
      { numRuns: 60 },
    );
  });
});
