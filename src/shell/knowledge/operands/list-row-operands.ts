import type { CommandRow, OperandForm } from "../commands/command-row.ts";
import type { FoundCommand } from "../commands/find-command.ts";
import type { FileOperand, FilePurpose } from "../file-operand.ts";
import { ANY_FILE, HERE, toWordPart } from "../file-operand.ts";
import { toNames } from "../options/option-syntax.ts";
import type { ParsedOption } from "../options/parse-options.ts";

/** The files that a row of the tables finds among the words of a command. */
export function listRowOperands(found: FoundCommand): readonly FileOperand[] {
  return [...listFolders(found), ...listOptionFiles(found), ...listPlainOperands(found)];
}

/** `git -C folder`. */
function listFolders({ before, tool, words }: FoundCommand): readonly FileOperand[] {
  const folder = tool?.folder;
  if (folder === undefined) return [];
  return before.filter(({ names }) => names.includes(folder)).flatMap((option) => toFiles(option, "list", words));
}

const PURPOSES = [
  ["reads", "read"],
  ["writes", "write"],
  ["lists", "list"],
] as const satisfies readonly (readonly [keyof CommandRow, FilePurpose])[];

/** Their value is a list of further files that are read. */
const LISTS_FILES = "--files0-from --files-from --input-file --arg-file";

function listOptionFiles({ row, parsed, words }: FoundCommand): readonly FileOperand[] {
  return parsed.options.flatMap((option) => {
    const second = isAmong(option, row.pairReads) ? { ...option, values: option.values.slice(1) } : null;
    const named = isAmong(option, LISTS_FILES) ? [{ word: ANY_FILE, purpose: "read" } as const] : [];
    return [
      ...named,
      ...PURPOSES.flatMap(([list, purpose]) => (isAmong(option, row[list]) ? toFiles(option, purpose, words) : [])),
      ...(second === null ? [] : toFiles(second, "read", words)),
    ];
  });
}

function toFiles({ values }: ParsedOption, purpose: FilePurpose, words: FoundCommand["words"]): readonly FileOperand[] {
  return values.flatMap(({ at, from }) => {
    const word = words[at];
    return word === undefined ? [] : [{ word: toWordPart(word, from), purpose }];
  });
}

function listPlainOperands(found: FoundCommand): readonly FileOperand[] {
  const { row, parsed, words } = found;
  const form = row.operands;
  if (form === undefined) return [];
  const gives = (list: string | undefined): boolean => parsed.options.some((option) => isAmong(option, list));
  const hasFirst = form.first !== undefined && !gives(form.firstUnless);
  const hasLast = form.last !== undefined && !gives(form.lastUnless) && parsed.operands.length > 1;
  const isDeep = row.deep === "*" || gives(row.deep) || isRecursing(found);
  const files = parsed.operands.flatMap((at, index): readonly FileOperand[] => {
    const word = words[at];
    const isLast = hasLast && index === parsed.operands.length - 1;
    const purpose = index === 0 && hasFirst ? form.first : isLast ? form.last : form.rest;
    if (word === undefined || purpose === undefined || purpose === "data" || (word.text === "-" && purpose !== "write"))
      return [];
    return [{ word: toNamed(word, form), purpose, ...(isDeep && purpose === "read" ? { deep: true } : {}) }];
  });
  return isDeep && files.length === 0 ? [{ word: HERE, purpose: "read", deep: true }] : files;
}

/** `grep -d recurse` is `grep -r`. */
function isRecursing({ parsed }: FoundCommand): boolean {
  return parsed.options.some(
    ({ names, values }) =>
      names.some((name) => name === "-d" || name === "--directories") &&
      values.some(({ text }) => text === null || /^rec/.test(text)),
  );
}

function toNamed(word: FileOperand["word"], { behindColon }: OperandForm): FileOperand["word"] {
  const colon = behindColon === true ? (word.text ?? word.prefix).indexOf(":") : -1;
  return colon === -1 ? word : toWordPart(word, colon + 1);
}

function isAmong({ names }: ParsedOption, list: string | undefined): boolean {
  return list !== undefined && names.some((name) => toNames(list).includes(name));
}
