import type { ItemWord } from "../../analysis.ts";
import type { OptionSyntax } from "../options/option-syntax.ts";
import { toOptionSyntax } from "../options/option-syntax.ts";
import type { ParsedOption } from "../options/parse-options.ts";
import { parseOptions } from "../options/parse-options.ts";
import { toProgramName } from "../to-program-name.ts";
import type { CommandRow, GivenCommand } from "./command-row.ts";
import { GIT_COMMANDS } from "./git-commands.ts";
import { LOOK_COMMANDS } from "./look-commands.ts";
import { SEARCH_COMMANDS } from "./search-commands.ts";
import { SERVICE_COMMANDS } from "./service-commands.ts";
import { TEXT_COMMANDS } from "./text-commands.ts";
import type { ToolRow } from "./tool-row.ts";
import { TOOL_ROWS } from "./tool-row.ts";
import { WRITING_COMMANDS } from "./writing-commands.ts";

export interface FoundCommand extends GivenCommand {
  readonly row: CommandRow;
  /** What stood between a tool and its subcommand. */
  readonly before: readonly ParsedOption[];
  readonly tool: ToolRow | null;
}

/** What is known of a command and its words; `null`: nothing. */
export function findCommand(words: readonly ItemWord[]): FoundCommand | null {
  const program = toProgramName(words[0]);
  if (program === null) return null;
  const entry = BY_NAME.get(program);
  if (entry !== undefined) return read(entry, words, 1, [], null);
  const found = findSubcommand(program, words);
  if (found === null) return null;
  for (const length of [2, 1]) {
    const name = words.slice(found.at, found.at + length).map(({ text }) => text);
    const known = BY_NAME.get([program, ...name].join(" "));
    if (known !== undefined && name.length === length)
      return read(known, words, found.at + length, found.before, found.tool);
  }
  return null;
}

/** Where the subcommand of a tool stands, and the options before it; `null`: no such tool, or no subcommand. */
export function findSubcommand(
  program: string,
  words: readonly { readonly text: string | null; readonly prefix: string }[],
): { readonly tool: ToolRow; readonly at: number; readonly before: readonly ParsedOption[] } | null {
  const entry = TOOLS.get(program);
  if (entry === undefined) return null;
  const { options, operands } = parseOptions(words, entry.syntax);
  const [at] = operands;
  return at === undefined ? null : { tool: entry.tool, at, before: options };
}

interface Entry {
  readonly row: CommandRow;
  readonly syntax: OptionSyntax;
}

function read(
  { row, syntax }: Entry,
  words: readonly ItemWord[],
  start: number,
  before: readonly ParsedOption[],
  tool: ToolRow | null,
): FoundCommand {
  return { row, words, start, before, tool, parsed: parseOptions(words, syntax, start) };
}

const ROWS = [
  ...TEXT_COMMANDS,
  ...LOOK_COMMANDS,
  ...SEARCH_COMMANDS,
  ...GIT_COMMANDS,
  ...SERVICE_COMMANDS,
  ...WRITING_COMMANDS,
];

const BY_NAME: ReadonlyMap<string, Entry> = new Map(
  ROWS.flatMap((row) => {
    const entry = { row, syntax: toSyntax(row) };
    return row.names.split(", ").map((name) => [row.tool === undefined ? name : `${row.tool} ${name}`, entry] as const);
  }),
);

const TOOLS: ReadonlyMap<string, { readonly tool: ToolRow; readonly syntax: OptionSyntax }> = new Map(
  TOOL_ROWS.map((tool) => {
    const { program, flags, values, folder, otherFlags, otherValues } = tool;
    const lists = { flags: join(flags, otherFlags), values: join(values, folder, otherValues) };
    return [program, { tool, syntax: toOptionSyntax(lists, false) }];
  }),
);

function toSyntax({
  flags,
  values,
  pairs,
  optional,
  reads,
  writes,
  lists,
  readOnly,
  whole,
  ordered,
}: CommandRow): OptionSyntax {
  return toOptionSyntax(
    { flags: join(flags, readOnly?.refused), values: join(values, reads, writes, lists), pairs, optional, whole },
    ordered !== true,
  );
}

function join(...lists: readonly (string | undefined)[]): string {
  return lists.filter((list) => list !== undefined && list !== "").join(" ");
}
