import type { GivenCommand } from "../commands/command-row.ts";

/** Prints lines by their numbers, and nothing else; other scripts can write files and run commands. */
const PRINTS_LINES = /^(?:[0-9]+|\$)(?:,(?:[0-9]+|\$))?p$/;

/** Why `sed` may do more than print some lines of one file; `null`: it does not. */
export function judgeSed({ words, parsed }: GivenCommand): string | null {
  const { options, operands } = parsed;
  const isQuiet = options.some(({ names }) => names.some((name) => /^(?:-n|--quiet|--silent)$/.test(name)));
  if (!isQuiet) return "only `sed -n` with the numbers of lines to print is known to only read";
  const given = options.flatMap(({ names, values }) =>
    names.some((name) => name === "-e" || name === "--expression") ? values.map(({ text }) => text) : [],
  );
  const [first, ...rest] = operands.map((at) => words[at]?.text ?? null);
  const scripts = given.length > 0 ? given : [first ?? null];
  const files = given.length > 0 ? operands.length : rest.length;
  if (!scripts.every((script) => script !== null && PRINTS_LINES.test(script))) {
    return "this script of `sed` is not just the numbers of lines to print";
  }
  return files <= 1 ? null : "`sed` with several files";
}
