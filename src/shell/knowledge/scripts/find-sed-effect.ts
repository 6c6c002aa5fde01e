import type { OptionWord } from "../options/parse-options.ts";
import { parseOptions } from "../options/parse-options.ts";
import { toOptionSyntax } from "../options/option-syntax.ts";

/** What of `sed`'s options takes a value, so that its script is found among the words. */
const SYNTAX = toOptionSyntax(
  {
    flags:
      "-n --quiet --silent -E -r --regexp-extended -s --separate -u --unbuffered -z --null-data --posix --debug --sandbox -b --binary --follow-symlinks",
    values: "-e --expression -f --file -l --line-length",
    optional: "-i --in-place",
  },
  true,
);

/**
 * Why a script of `sed` may run commands or write files that nobody named: `e`, `w`, `W` and the same as flags of `s`, or a
 * script that is not understood. `null`: it only prints and edits what passes through.
 */
export function findSedEffect(words: readonly OptionWord[]): string | null {
  const { options, operands } = parseOptions(words, SYNTAX);
  const given = options.flatMap(({ names, values }) =>
    names.some((name) => name === "-e" || name === "--expression") ? values.map(({ text }) => text) : [],
  );
  if (options.some(({ names, known }) => !known || names.some((name) => name === "-f" || name === "--file"))) {
    return "`sed` takes its script from a file, or has an option that is not known";
  }
  const scripts = given.length > 0 ? given : [words[operands[0] ?? words.length]?.text ?? null];
  return scripts.every((script) => script !== null && isHarmless(script))
    ? null
    : "the script of `sed` may run commands or write files";
}

/** Reads a script command by command, and stops at the first that is not known to be harmless. */
function isHarmless(script: string): boolean {
  let rest = script;
  while (rest !== "") {
    const next = SKIPPED.exec(rest) ?? ADDRESSED.exec(rest) ?? PLAIN.exec(rest) ?? TEXT.exec(rest);
    const length = next === null ? readSubstitution(rest) : next[0].length;
    if (length === 0 || (next !== null && endsInBrackets(next[1]))) return false;
    rest = rest.slice(length);
  }
  return true;
}

/** Whether the sign that ends an expression may stand inside of brackets, where versions of `sed` disagree. */
function endsInBrackets(expression: string | undefined): boolean {
  return expression !== undefined && /\[(?:\^?\])?[^\]]*$/.test(expression);
}

const SKIPPED = /^[\s;{}]+/;
/** A line number, the last line, or a regular expression, with what may follow it. */
const ADDRESSED =
  /^(?:\d+(?:~\d+)?|\$|\/((?:[^\\/\n]|\\.)*)\/[IM]*)(?:\s*,\s*(?:[+~]?\d+|\$|\/(?:[^\\/\n]|\\.)*\/[IM]*))?\s*!?\s*(?=[a-zA-Z={])/;
const PLAIN = /^(?:[=dDgGhHlnNpPqQxz](?:[ \t]*\d+)?|[bt][ \t]*\w*|:[ \t]*\w+)(?=[\s;}]|$)/;
/** What is added or put in place goes to the end of the line. */
const TEXT = /^[aic](?:\\\n|[ \t\\])[^\n]*(?=\n|$)/;

/** The length of `s/a/b/flags` or `y/a/b/`, with any sign for the slash; 0 where it is neither, or has a flag that acts. */
function readSubstitution(text: string): number {
  const [command = "", sign = ""] = text;
  if ((command !== "s" && command !== "y") || !/^[^\\\n\w\s]$/.test(sign)) return 0;
  let at = 2;
  for (let part = 0; part < 2; part++) {
    const start = at;
    while (at < text.length && text[at] !== sign) at += text[at] === "\\" ? 2 : 1;
    if (part === 0 && endsInBrackets(text.slice(start, at))) return 0;
    at += 1;
  }
  if (at > text.length) return 0;
  const flags = /^[gpiIM0-9]*(?=[\s;}]|$)/.exec(text.slice(at));
  return flags === null ? 0 : at + (command === "y" ? 0 : flags[0].length);
}
