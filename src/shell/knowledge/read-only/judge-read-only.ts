import type { ItemWord } from "../../analysis.ts";
import type { ReadOnlyTerms } from "../commands/command-row.ts";
import type { FoundCommand } from "../commands/find-command.ts";
import { findCommand } from "../commands/find-command.ts";
import type { FileOperand } from "../file-operand.ts";
import { listFileOperands } from "../operands/list-file-operands.ts";
import { toProgramName } from "../to-program-name.ts";
import { findOptionFault } from "./find-option-fault.ts";
import { isVersionQuery } from "./is-version-query.ts";

export type ReadOnlyVerdict =
  /** It changes nothing, and reads what is listed: rules about these files still hold. `secret`: what it prints may be one. */
  | { readonly readOnly: true; readonly reads: readonly FileOperand[]; readonly secret?: boolean }
  | { readonly readOnly: false; readonly reason: string };

/** What of the place a command runs in may make it read-only; each part left out counts against it. */
export interface ReadOnlyPlace {
  /** The absolute folder it runs in, to tell whether `git -C` stays there. */
  readonly folder?: string;
  /** Whether a command may read files that only its input names, as `cat` does in `xargs cat`. @default false */
  readonly namesFromInput?: boolean;
}

/**
 * Whether a command only looks, by a table: an unknown program, option or word is not read-only. That its bare name leads
 * to the usual program, and that `git` runs in a folder with a configuration to trust, is for the caller to see.
 */
export function judgeReadOnly(
  view: { readonly words: readonly ItemWord[]; readonly more?: boolean },
  place: ReadOnlyPlace = {},
): ReadOnlyVerdict {
  const { words, more = false } = view;
  const program = toProgramName(words[0]);
  if (program === null) return refuse("the program is not named by its bare name or by its path in a system folder");
  if (isVersionQuery(program, words)) return { readOnly: true, reads: [] };
  const found = findCommand(words);
  if (found === null) return refuse(`\`${program}\` is not in the table of commands that only read`);
  const terms = found.row.readOnly;
  if (terms === undefined) return refuse(`\`${program}\` changes files`);
  const fault =
    findUnknownInput(terms, more, place) ??
    findWordFault(found, terms) ??
    findFolderFault(found, place) ??
    findOptionFault(found, terms) ??
    findOperandFault(found, terms) ??
    terms.check?.(found) ??
    null;
  if (fault !== null) return refuse(fault);
  const reads = listFileOperands(words) ?? [];
  return { readOnly: true, reads, ...(terms.secret === true ? { secret: true } : {}) };
}

function refuse(reason: string): ReadOnlyVerdict {
  return { readOnly: false, reason };
}

/** Words from the input may be options, too: only what no file name can change takes them. */
function findUnknownInput({ globs, data }: ReadOnlyTerms, more: boolean, place: ReadOnlyPlace): string | null {
  if (!more || data === true) return null;
  if (globs !== true) return "its input adds words that may be options";
  return place.namesFromInput === true ? null : "its input names the files that it reads";
}

function findWordFault({ words }: FoundCommand, { data, globs }: ReadOnlyTerms): string | null {
  for (const { text, dynamic, glob } of words.slice(1)) {
    const isPrinted = data === true && (dynamic === "substitution" || dynamic === "arithmetic");
    if (text === null && !isPrinted) return "one of its words is only known when a shell runs it";
    if (glob && globs !== true && text !== "[")
      return "file names take the place of a pattern, and may look like options";
  }
  return null;
}

/** Another folder has another configuration, which may name programs. */
function findFolderFault({ tool, before, words }: FoundCommand, { folder }: ReadOnlyPlace): string | null {
  for (const { names, known, values } of before) {
    const [name = ""] = names;
    const harmless = `${tool?.flags ?? ""} ${tool?.values ?? ""}`.split(" ");
    if (known && harmless.includes(name)) continue;
    if (!known || name !== tool?.folder) return `\`${name}\` before the subcommand`;
    const given = values[0];
    const text = given === undefined || words[given.at]?.tilde === true ? null : given.text;
    const stays = text !== null && (/^(?:\.(?:\/+\.?)*)?$/.test(text) || text === folder);
    if (!stays) return `\`${name}\` leads to another folder`;
  }
  return null;
}

function findOperandFault({ parsed }: FoundCommand, { most, operandsNeed }: ReadOnlyTerms): string | null {
  if (most !== undefined && parsed.operands.length > most) {
    return most === 0 ? "it takes no operand when it only reads" : `more than ${most} operand`;
  }
  if (operandsNeed === undefined || parsed.operands.length === 0) return null;
  const needed = operandsNeed.split(" ");
  const isGiven = parsed.options.some(({ names }) => names.some((name) => needed.includes(name)));
  return isGiven ? null : `operands without ${needed.join(" or ")} change something`;
}
