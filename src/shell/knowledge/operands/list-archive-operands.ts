import type { ItemWord } from "../../analysis.ts";
import type { FileOperand } from "../file-operand.ts";
import { ANY_FILE, toWordPart } from "../file-operand.ts";
import { toOptionSyntax } from "../options/option-syntax.ts";
import type { ParsedOption } from "../options/parse-options.ts";
import { parseOptions } from "../options/parse-options.ts";

const SYNTAX = toOptionSyntax(
  {
    flags:
      "-c -x -t -r -u -A -d --create --extract --get --list --append --update --concatenate --delete -z -j -J -v -k -p --verbose --gzip",
    values:
      "-f -C -I -T -X -b -g -K -N -V -H -F --file --directory --use-compress-program --files-from --exclude-from --exclude --transform --strip-components --format --owner --group --mode --mtime --to-command --checkpoint-action",
  },
  true,
);

/** The files of `tar`: the archive, the folder it works in, and what is put into an archive. */
export function listArchiveOperands(words: readonly ItemWord[]): readonly FileOperand[] {
  const given = withDash(words);
  const { options, operands } = parseOptions(given, SYNTAX);
  const reads = has(options, "-x --extract --get -t --list -d");
  const extracts = has(options, "-x --extract --get");
  const files = options.flatMap((option) => {
    const purpose = has([option], "-f --file")
      ? reads
        ? "read"
        : "write"
      : has([option], "-C --directory")
        ? extracts
          ? "write"
          : "list"
        : has([option], "-T --files-from -X --exclude-from -g")
          ? "read"
          : null;
    if (purpose === null) return [];
    return option.values.flatMap(({ at, from }) => toFile(given[at], from, purpose));
  });
  // With `-x` and `-t` they are names inside the archive.
  const added = reads
    ? []
    : operands.flatMap((at) => toFile(given[at], 0, "read").map((file) => ({ ...file, deep: true })));
  // `-C` moves what follows it, and a list names further files.
  const isOpen = has(options, "-T --files-from") || (added.length > 0 && has(options, "-C --directory"));
  return [...files, ...added, ...(isOpen && !reads ? [{ word: ANY_FILE, purpose: "read" } as const] : [])];
}

/** `tar xzf a.tgz`: the first word is letters of options, whose values follow in order. */
function withDash(words: readonly ItemWord[]): readonly ItemWord[] {
  const [program, letters, ...rest] = words;
  const text = letters?.text ?? "";
  if (program === undefined || letters === undefined || !/^[A-Za-z]+$/.test(text)) return words;
  const letterList = text.match(/[A-Za-z]/g) ?? [];
  const takesValue = (letter: string): boolean => SYNTAX.kinds.get(`-${letter}`) === "value";
  const values = letterList.filter(takesValue);
  const flags = letterList.filter((letter) => !takesValue(letter)).join("");
  const toWord = (shown: string): ItemWord => ({ ...letters, text: shown, prefix: shown });
  const options = values.flatMap((letter, index) => {
    const value = rest[index];
    return value === undefined ? [] : [toWord(`-${letter}`), value];
  });
  return [program, ...(flags === "" ? [] : [toWord(`-${flags}`)]), ...options, ...rest.slice(values.length)];
}

function has(options: readonly ParsedOption[], list: string): boolean {
  return options.some(({ names }) => names.some((name) => list.split(" ").includes(name)));
}

function toFile(word: ItemWord | undefined, from: number, purpose: FileOperand["purpose"]): readonly FileOperand[] {
  return word === undefined ? [] : [{ word: toWordPart(word, from), purpose }];
}
