import { findSubcommand } from "../commands/find-command.ts";
import type { OptionSyntax } from "../options/option-syntax.ts";
import { toOptionSyntax } from "../options/option-syntax.ts";
import { PLAIN_WRAPPERS } from "./plain-wrappers.ts";
import { PROJECT_WRAPPERS } from "./project-wrappers.ts";
import { SYSTEM_WRAPPERS } from "./system-wrappers.ts";
import { TRACING_WRAPPERS } from "./tracing-wrappers.ts";
import type { WrapperRow } from "./wrapper-row.ts";

export interface FoundWrapper {
  readonly row: WrapperRow;
  readonly syntax: OptionSyntax;
  /** Where its own options start: behind the program, or the subcommand. */
  readonly start: number;
}

/** Every row that a command is: `git -c … bisect run` is `git`, whose options may run something, and `git bisect run`. */
export function findWrappers(words: readonly (string | null)[]): readonly FoundWrapper[] {
  const [first = null] = words;
  if (first === null) return [];
  const program = /^ld-(?:linux|musl)[\w.-]*\.so(?:\.[0-9]+)*$/.test(first) ? "ld-linux.so" : first;
  const plain = BY_NAME.get(program);
  const found = plain === undefined ? [] : [{ ...plain, start: 1 }];
  if (!WITH_SUBCOMMANDS.has(program)) return found;
  const at = toSubcommandPlace(program, words);
  for (let length = 1; at + length <= words.length && length <= 2; length++) {
    const entry = BY_NAME.get([program, ...words.slice(at, at + length)].join(" "));
    if (entry !== undefined) found.push({ ...entry, start: at + length });
  }
  return found;
}

function toSubcommandPlace(program: string, words: readonly (string | null)[]): number {
  const given = words.map((text) => ({ text, prefix: text ?? "" }));
  const found = findSubcommand(program, given);
  if (found !== null) return found.at;
  const at = words.findIndex((word, index) => index > 0 && word !== null && !word.startsWith("-"));
  return at === -1 ? words.length : at;
}

const BY_NAME: ReadonlyMap<string, Omit<FoundWrapper, "start">> = new Map(
  [...PLAIN_WRAPPERS, ...SYSTEM_WRAPPERS, ...TRACING_WRAPPERS, ...PROJECT_WRAPPERS].flatMap((row) => {
    const { optional, values, lines, settings, splits, whole } = row;
    const flags = [row.flags, row.queries].filter((list) => list !== undefined).join(" ");
    const valued = [values, lines, settings, splits].filter((list) => list !== undefined).join(" ");
    const syntax = toOptionSyntax(
      { flags, optional, values: valued, whole },
      row.starts === "nothing" && row.ordered !== true,
    );
    return row.names.split(", ").map((name) => [name, { row, syntax }] as const);
  }),
);

const WITH_SUBCOMMANDS: ReadonlySet<string> = new Set(
  [...BY_NAME.keys()].flatMap((name) => (name.includes(" ") ? [name.slice(0, name.indexOf(" "))] : [])),
);
