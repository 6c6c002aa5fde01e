import { toNames } from "../options/option-syntax.ts";
import type { OptionWord, ParsedOption } from "../options/parse-options.ts";
import { parseOptions } from "../options/parse-options.ts";
import type { FoundWrapper } from "./find-wrappers.ts";
import type { WrapperWord } from "./wrapper-row.ts";

type Words = readonly (string | null)[];

/** What one wrapper may start. Where the table leaves a doubt there are several readings, and all of them are given. */
export interface Unwrapped {
  readonly commands: readonly Words[];
  /** Text that a shell runs; `null`: not known before. */
  readonly lines: readonly (string | null)[];
  /** The words that text is split into come before these. */
  readonly splits: readonly { readonly text: string | null; readonly rest: Words }[];
  /** It starts something, but nothing that stands among its words: a shell that reads its input, maybe. */
  readonly isOpen: boolean;
  /** It has options that are not in the table. */
  readonly isUnsure: boolean;
}

/** How long `timeout` waits. */
export const DURATION: RegExp = /^(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)[smhd]?$|^inf(?:inity)?$/i;
/** `NAME=` of a variable. */
export const ASSIGNMENT: RegExp = /^[A-Za-z_][A-Za-z0-9_]*=/;

/** Takes one wrapper away. */
export function unwrap(words: Words, { row, syntax, start }: FoundWrapper): Unwrapped {
  const given = words.map((text): OptionWord => ({ text, prefix: text ?? "" }));
  const { options, places } = readBefore(words, given, { row, syntax, start });
  const values = (list: string | undefined): readonly (string | null)[] => listValues(options, toNames(list));
  const settings = values(row.settings).map((text) => text?.replace(/^[^=]*=(?:exec=)?!?/, "") ?? null);
  const lines = [...values(row.lines), ...settings];
  const isQuery = options.some(({ names }) => names.some((name) => toNames(row.queries).includes(name)));
  const isUnsure = options.some(({ known }) => !known);
  if (isQuery || row.starts === "nothing") return { commands: [], lines, splits: [], isOpen: false, isUnsure };
  const commands = toCommands(words, places, row.end).map((command) =>
    row.packages === true ? withoutVersion(command) : command,
  );
  const splits = values(row.splits).map((text) => ({ text, rest: commands[0] ?? [] }));
  if (row.starts === "joined") lines.push(...commands.map(joinWords));
  if (row.starts === "each") lines.push(...(commands[0] ?? []));
  const isOpen = commands.length === 0 && lines.length === 0 && splits.length === 0;
  return { commands: row.starts === "each" || splits.length > 0 ? [] : commands, lines, splits, isOpen, isUnsure };
}

/** Reads options and the words that stand before the command; `places`: where it may start. */
function readBefore(
  words: Words,
  given: readonly OptionWord[],
  { row, syntax, start }: FoundWrapper,
): { readonly options: readonly ParsedOption[]; readonly places: ReadonlySet<number> } {
  const places = new Set<number>();
  const options: ParsedOption[] = [];
  let at = readOptions(start);
  for (const kind of row.before ?? []) {
    const next = skip(words, at, kind);
    if (next.isDoubtful) places.add(at);
    at = readOptions(next.at);
  }
  places.add(at);
  // A word too many: what looks like the command may be the value of an option that is not in the table.
  const isDoubtful = words[at] === null || options.some(({ known }) => !known);
  if (isDoubtful) places.add(at + 1);
  return { options, places };

  function readOptions(from: number): number {
    const parsed = parseOptions(given, syntax, from);
    options.push(...parsed.options);
    return parsed.operands[0] ?? words.length;
  }
}

function skip(words: Words, at: number, kind: WrapperWord): { readonly at: number; readonly isDoubtful: boolean } {
  const word = words[at];
  switch (kind) {
    case "any":
      return { at: at + 1, isDoubtful: false };
    case "maybe":
      return { at: at + 1, isDoubtful: true };
    case "duration":
      return { at: at + 1, isDoubtful: typeof word !== "string" || !DURATION.test(word) };
    case "dashes": {
      const dashes = words.indexOf("--", at);
      return dashes === -1 ? { at, isDoubtful: false } : { at: dashes + 1, isDoubtful: true };
    }
    case "assignments": {
      let end = at;
      while (end < words.length && (words[end] === "-" || ASSIGNMENT.test(words[end] ?? ""))) end++;
      return { at: end, isDoubtful: false };
    }
  }
}

function toCommands(words: Words, places: ReadonlySet<number>, end: string | undefined): readonly Words[] {
  const last = end === undefined ? -1 : words.findIndex((word) => word?.startsWith(end) === true);
  const all = last === -1 ? words : words.slice(0, last);
  return [...places].map((place) => all.slice(place)).filter((command) => command.length > 0);
}

function listValues(options: readonly ParsedOption[], list: readonly string[]): (string | null)[] {
  return options.flatMap(({ names, values }) =>
    names.some((name) => list.includes(name)) ? values.map(({ text }) => text) : [],
  );
}

/** `rimraf@5` is `rimraf`. */
function withoutVersion([program, ...rest]: Words): Words {
  return [program?.replace(/(?<=.)@[^/@]*$/, "") ?? null, ...rest];
}

function joinWords(words: Words): string | null {
  return words.includes(null) ? null : words.join(" ");
}
