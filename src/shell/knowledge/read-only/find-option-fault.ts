import type { ReadOnlyTerms } from "../commands/command-row.ts";
import type { FoundCommand } from "../commands/find-command.ts";
import { toNames } from "../options/option-syntax.ts";
import type { ParsedOption } from "../options/parse-options.ts";

/** The option that makes a command do more than read; `null`: none does. */
export function findOptionFault(found: FoundCommand, { refused, only, bare }: ReadOnlyTerms): string | null {
  const { row, parsed, words, start } = found;
  const bad = new Set([...toNames(refused), ...toNames(row.writes)]);
  const options = [...parsed.options, ...listLongWords(found)];
  const fault = options.find(({ names }) => names.some((name) => bad.has(name)));
  if (fault !== undefined) return `\`${show(fault)}\` does more than read`;
  if (bare === true && words.slice(start).some(({ text }) => text?.startsWith("-"))) return "it has options";
  const unknown = only === true ? parsed.options.find(({ known }) => !known) : undefined;
  return unknown === undefined ? null : `\`${show(unknown)}\` is not among the options that are known to only read`;

  /**
   * Every word that may be a disqualifying long option, even where it seems to be the value of another: should a table be
   * wrong about which options take values, nothing hides behind that.
   */
  function listLongWords({
    row: { flags, values, optional, pairs, reads, lists },
  }: FoundCommand): readonly ParsedOption[] {
    const known = new Set([flags, values, optional, pairs, reads, lists].flatMap(toNames));
    const end = words.findIndex(({ text }) => text === "--");
    return words.slice(start, end === -1 ? undefined : end).flatMap(({ text }, index) => {
      const name = /^--[^=]+/.exec(text ?? "")?.[0];
      if (name === undefined || (known.has(name) && !bad.has(name))) return [];
      const names = [...bad].filter((listed) => listed.startsWith(name));
      return names.length === 0 ? [] : [{ names, known: false, at: start + index, values: [] }];
    });
  }
}

function show({ names }: ParsedOption): string {
  return names.join(" or ");
}
