import { findSubcommand } from "../commands/find-command.ts";
import { toOptionSyntax } from "../options/option-syntax.ts";
import { parseOptions } from "../options/parse-options.ts";
import type { FlagRow } from "./flag-rows.ts";
import { FLAG_ROWS } from "./flag-rows.ts";

type Words = readonly (string | null)[];

/**
 * Other spellings of a command that destroys something, so that a rule on one of them finds all: flags together and apart, in
 * each order, short and long, before the operands; and with fewer of them, as `rm -rfv x` does all that `rm -r x` does. Empty
 * for every other command.
 */
export function normalizeFlags(words: Words): readonly Words[] {
  const found = findRow(words);
  if (found === null) return [];
  const { row, start } = found;
  const given = words.map((text) => ({ text, prefix: text ?? "" }));
  const { options, operands } = parseOptions(given, toSyntax(row), start);
  const meant = new Set(
    options.flatMap(({ names }) => row.flags.filter((flag) => flag.some((name) => names.includes(name)))),
  );
  const head = words.slice(0, start);
  const plain = operands.map((at) => words[at] ?? null);
  const rest = plain.some((word) => word?.startsWith("-")) ? ["--", ...plain] : plain;
  const spellings = toSubsets([...meant].slice(0, MOST_FLAGS)).flatMap(toSpellings);
  const seen = new Set([JSON.stringify(words)]);
  return spellings
    .map((flags) => [...head, ...flags, ...rest])
    .filter((spelling) => seen.size < seen.add(JSON.stringify(spelling)).size);
}

/** Each flag more multiplies the spellings. */
const MOST_FLAGS = 3;

const PROGRAMS: ReadonlySet<string> = new Set(FLAG_ROWS.map(({ command }) => command.split(" ")[0] ?? ""));

type Flag = readonly string[];

function findRow(words: Words): { readonly row: FlagRow; readonly start: number } | null {
  const [program = null] = words;
  if (program === null || !PROGRAMS.has(program)) return null;
  const plain = FLAG_ROWS.find(({ command }) => command === program);
  if (plain !== undefined) return { row: plain, start: 1 };
  const at = findSubcommand(
    program,
    words.map((text) => ({ text, prefix: text ?? "" })),
  )?.at;
  if (at === undefined) return null;
  for (const length of [2, 1]) {
    const name = [program, ...words.slice(at, at + length)].join(" ");
    const row = FLAG_ROWS.find(({ command }) => command === name);
    if (row !== undefined) return { row, start: at + length };
  }
  return null;
}

function toSyntax({ flags, values, whole }: FlagRow): ReturnType<typeof toOptionSyntax> {
  return toOptionSyntax({ flags: flags.flat().join(" "), values, whole }, true);
}

function toSubsets(flags: readonly Flag[]): readonly (readonly Flag[])[] {
  return flags.reduceRight<readonly (readonly Flag[])[]>(
    (subsets, flag) => [...subsets.map((subset) => [flag, ...subset]), ...subsets],
    [[]],
  );
}

/** A few flags in every order: together, apart, and long. */
function toSpellings(flags: readonly Flag[]): readonly (readonly string[])[] {
  if (flags.length === 0) return [[]];
  return toOrders(flags).flatMap((order) => {
    const shorts = order.map((flag) => flag.filter((name) => !name.startsWith("--")));
    const longs = order.map((flag) => flag.filter((name) => name.startsWith("--")));
    const apart = toChoices(shorts);
    const together = apart
      .filter((choice) => choice.length > 1 && choice.every((name) => name.length === 2))
      .map((choice) => [`-${choice.map((name) => name.slice(1)).join("")}`]);
    return [...together, ...apart, ...toChoices(longs)];
  });
}

function toOrders(flags: readonly Flag[]): readonly (readonly Flag[])[] {
  if (flags.length <= 1) return [flags];
  return flags.flatMap((flag) => toOrders(flags.filter((other) => other !== flag)).map((order) => [flag, ...order]));
}

/** One spelling of each; none where a flag has no spelling of that kind. */
function toChoices(spellings: readonly (readonly string[])[]): readonly (readonly string[])[] {
  return spellings.reduce<readonly (readonly string[])[]>(
    (choices, names) => choices.flatMap((choice) => names.map((name) => [...choice, name])),
    [[]],
  );
}
