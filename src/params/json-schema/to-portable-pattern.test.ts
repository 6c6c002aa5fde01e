import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { compilePattern } from "../pattern.ts";
import { toPortablePattern } from "./to-portable-pattern.ts";

describe("toPortablePattern", () => {
  it.each([
    ["^[a-z]+$", "^[a-z]+$"],
    ["^\\d{1,3}(?:\\.\\d+)?$", "^\\d{1,3}(?:\\.\\d+)?$"],
    ["^(a|b)*?$", "^(a|b)*?$"],
    ["\\s", "[\\t\\n\\f\\r ]"],
    ["[^\\s-]", "[^\\t\\n\\f\\r -]"],
    ["\\S+", "[^\\t\\n\\f\\r ]+"],
    ["[\\w.@-]", "[\\w.@-]"],
    ["[-+]", "[-+]"],
    ["[a\\-z]", "[a\\-z]"],
    ["\\x41", "\\x41"],
    ["\u00e4", "\u00e4"],
    ["", ""],
    ["a{2,}", "a{2,}"],
  ])("keeps %j as %j", (pattern, expected) => expect(toPortablePattern(pattern)).toBe(expected));

  it.each([
    ["a flag", "(?i)a"],
    ["a scoped flag", "(?i:a)"],
    ["a name of the other engine", "(?P<a>b)"],
    ["a name", "(?<a>b)"],
    ["look-ahead", "(?=a)"],
    ["the start of the text", "\\Aa"],
    ["the end of the text", "a\\z"],
    ["a quote", "\\Qa.b\\E"],
    ["a POSIX class", "[[:alpha:]]"],
    ["a Unicode class", "\\pL"],
    ["a long Unicode class", "\\p{Greek}"],
    ["any byte", "\\C"],
    ["a long code", "\\x{10FFFF}"],
    ["an octal code", "\\123"],
    ["a bell", "\\a"],
    ["an escape that only one engine takes", "\\-a\\@"],
    ["a brace that is no count", "a{"],
    ["a brace that is no count", "a{,5}"],
    ["a lone bracket", "a]"],
    ["a bracket that stands first", "[]a]"],
    ["a bracket in a class", "[[a]"],
    ["an empty negated class", "[^]a]"],
    ["a negated class in a class", "[\\S\\d]"],
    ["a range from a class", "[\\d-z]"],
    ["a range of ranges", "[a-c-e]"],
    ["a repeated anchor", "^*a"],
    ["two quantifiers", "a**"],
    ["nothing to repeat", "*a"],
    ["an open group", "(a"],
    ["a closed group", "a)"],
    ["an open class", "[a"],
    ["an emoji", "\u{1f600}"],
    ["a last backslash", "a\\"],
  ])("gives up on %s: %s", (_, pattern) => expect(toPortablePattern(pattern)).toBeNull());

  const piece = fc.constantFrom(
    ...["a", "b", "-", " ", ".", "^", "$", "|", "(", "(?:", ")", "*", "+", "?", "{2}", "{1,2}", "{,2}", "{", "}", "]"],
    ...[
      "[ab]",
      "[^a]",
      "[a-c]",
      "[\\d]",
      "[\\s]",
      "[^\\s]",
      "[-a]",
      "[a-]",
      "[\\w-]",
      "[]a]",
      "[[a]",
      "[a-\\d]",
      "[b-a]",
    ],
    ...[
      "\\d",
      "\\D",
      "\\w",
      "\\W",
      "\\s",
      "\\S",
      "\\b",
      "\\B",
      "\\.",
      "\\-",
      "\\@",
      "\\x41",
      "\\A",
      "\\z",
      "(?i)",
      "\\pL",
    ],
  );
  const patterns = fc.array(piece, { maxLength: 8 }).map((pieces) => pieces.join(""));
  const texts = fc.string({
    unit: fc.constantFrom("a", "b", "c", "A", "1", "_", "-", " ", ".", "\u00a0", "\u00e4", "@"),
  });

  it("means the same to ECMAScript as the original to the linear-time engine", () => {
    fc.assert(
      fc.property(patterns, fc.array(texts, { minLength: 1, maxLength: 5 }), (pattern, samples) => {
        const compiled = compilePattern(pattern);
        const portable = compiled.ok ? toPortablePattern(pattern) : null;
        if (!compiled.ok || portable === null) return;
        // Generated here, and short.
        // eslint-disable-next-line no-restricted-syntax -- the standard engine is what is compared with
        const standard = new RegExp(portable, "u");
        for (const sample of samples) {
          expect([portable, sample, standard.test(sample)]).toEqual([portable, sample, compiled.matches(sample)]);
        }
      }),
      { numRuns: 5_000 },
    );
  });
});
