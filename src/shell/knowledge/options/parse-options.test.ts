import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { OptionLists } from "./option-syntax.ts";
import { toOptionSyntax } from "./option-syntax.ts";
import { parseOptions } from "./parse-options.ts";

const LISTS: OptionLists = {
  flags: "-v --verbose --version -#",
  values: "-o --output -n",
  pairs: "--arg",
  optional: "-i --color",
};

function parse(text: string, permutes = true, whole = false): string {
  const words = ["x", ...text.split(" ").filter((word) => word !== "")].map((word) =>
    word.endsWith("…") ? { text: null, prefix: word.slice(0, -1) } : { text: word, prefix: word },
  );
  const { options, operands } = parseOptions(words, toOptionSyntax({ ...LISTS, whole }, permutes));
  const shown = options.map(({ names, known, values }) => {
    const given = values.map(({ text: value }) => `=${value ?? "…"}`).join("");
    return `${names.join("/")}${known ? "" : "?"}${given}`;
  });
  return [...shown, ...operands.map((at) => words[at]?.text ?? "…")].join(" ");
}

describe("parseOptions", () => {
  it.each([
    ["", ""],
    ["a b", "a b"],
    ["-v a", "-v a"],
    ["-vo f a", "-v -o=f a"],
    ["-of a", "-o=f a"],
    ["-o f a", "-o=f a"],
    ["-ov a", "-o=v a"],
    ["a -o f b", "-o=f a b"],
    ["--output=f a", "--output=f a"],
    ["--output f a", "--output=f a"],
    ["--out f a", "--output?=f a"],
    ["--out=f a", "--output?=f a"],
    ["--ver a", "--verbose/--version? a"],
    ["--verb a", "--verbose? a"],
    ["--unknown a", "--unknown? a"],
    ["--unknown=b a", "--unknown?=b a"],
    ["-x a", "-x? a"],
    ["-xo f a", "-x? -o=f a"],
    ["-10 a", "-#=10 a"],
    ["-v10 a", "-v -#=10 a"],
    ["-i a", "-i a"],
    ["-ib a", "-i=b a"],
    ["--color a", "--color a"],
    ["--color=b a", "--color=b a"],
    ["--arg b c a", "--arg=b=c a"],
    ["-- -v a", "-v a"],
    ["a -- -v --output f", "a -v --output f"],
    ["- a", "- a"],
    ["-o", "-o"],
    ["-o -- a", "-o=-- a"],
    ["-o… a", "-o=… a"],
    ["--output=… a", "--output=… a"],
    ["--out… a", "--output?=a"],
    ["… a", "… a"],
  ])("reads %j as %j", (text, expected) => expect(parse(text)).toBe(expected));

  it.each([
    ["-v a -v", "-v a -v"],
    ["-o f a -o g", "-o=f a -o g"],
    ["-v -- -v", "-v -v"],
    ["… -v", "… -v"],
  ])("stops at the first operand of %j", (text, expected) => expect(parse(text, false)).toBe(expected));

  it.each([
    ["-n 5 a", "-n=5 a"],
    ["-n5 a", "-n5? a"],
    ["-vo a", "-vo? a"],
    ["--output f a", "--output=f a"],
  ])("takes %j as whole names", (text, expected) => expect(parse(text, true, true)).toBe(expected));

  it("accounts for every word once", () => {
    const word = fc.constantFrom(
      "-v",
      "-o",
      "-of",
      "--output",
      "--output=x",
      "--ou",
      "--arg",
      "-i",
      "-5",
      "a",
      "--",
      "-",
      "-zz",
    );
    fc.assert(
      fc.property(fc.array(word, { maxLength: 10 }), fc.boolean(), (words, permutes) => {
        const given = ["x", ...words].map((text) => ({ text, prefix: text }));
        const { options, operands } = parseOptions(given, toOptionSyntax(LISTS, permutes));
        const places = [...operands, ...options.flatMap(({ at, values }) => [at, ...values.map((value) => value.at)])];
        const missing = words.map((_, at) => at + 1).filter((at) => !places.includes(at));
        expect(missing.filter((at) => given[at]?.text !== "--")).toEqual([]);
        expect(new Set(operands).size).toBe(operands.length);
      }),
    );
  });
});
