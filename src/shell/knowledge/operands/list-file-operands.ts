import type { ItemWord } from "../../analysis.ts";
import { findCommand } from "../commands/find-command.ts";
import { ANY_FILE } from "../file-operand.ts";
import type { FileOperand } from "../file-operand.ts";
import { toProgramName } from "../to-program-name.ts";
import { listArchiveOperands } from "./list-archive-operands.ts";
import { listCurlOperands } from "./list-curl-operands.ts";
import { listDiskOperands } from "./list-disk-operands.ts";
import { listFindOperands } from "./list-find-operands.ts";
import { listRowOperands } from "./list-row-operands.ts";

/**
 * The words of a command that name files, as far as the command is known; `null`: nothing is known of it. Not a promise
 * that it touches no other file: programs have configuration, scripts write, `git add` takes in folders. A word that is
 * only known when it runs is listed too, with `text: null`. Redirects are not looked at.
 */
export function listFileOperands(words: readonly ItemWord[]): readonly FileOperand[] | null {
  const operands = listKnownOperands(words);
  return operands === null || !words.some(mayBecomeOption) ? operands : [...operands, ANY_WRITTEN];
}

/** A pattern such as `-*` stands for any option that a file is called like: `find -*`, where there is a file `-delete`. */
function mayBecomeOption({ glob, text, prefix }: ItemWord): boolean {
  return glob && (text ?? prefix).startsWith("-");
}

const ANY_WRITTEN: FileOperand = { word: ANY_FILE, purpose: "write" };

function listKnownOperands(words: readonly ItemWord[]): readonly FileOperand[] | null {
  const program = toProgramName(words[0]) ?? toBaseName(words[0]);
  const special = SPECIAL.get(program ?? "");
  if (special !== undefined) return special(words);
  const [first, ...rest] = words;
  if (first === undefined || program === null) return null;
  // What a program elsewhere does with its files is most likely what its name says; that judges files, never the program.
  const found = findCommand([{ ...first, text: program, prefix: program, glob: false, tilde: false }, ...rest]);
  if (found === null) return null;
  const operands = listRowOperands(found);
  return found.row.names.startsWith("sed") && isInPlace(found.parsed.options) ? operands.map(toWritten) : operands;
}

type Lister = (words: readonly ItemWord[]) => readonly FileOperand[];

const SPECIAL: ReadonlyMap<string, Lister> = new Map([
  ["curl", listCurlOperands],
  ["dd", listDiskOperands],
  ["find", listFindOperands],
  ["tar", listArchiveOperands],
  ["gtar", listArchiveOperands],
  ["bsdtar", listArchiveOperands],
]);

function toBaseName(word: ItemWord | undefined): string | null {
  if (word?.text == null || word.glob) return null;
  return word.text.slice(word.text.lastIndexOf("/") + 1);
}

function isInPlace(options: readonly { readonly names: readonly string[] }[]): boolean {
  return options.some(({ names }) => names.includes("-i") || names.includes("--in-place"));
}

function toWritten(operand: FileOperand): FileOperand {
  return { ...operand, purpose: "write" };
}
