/** The options and operands of a command, as most programs read them. */
export interface OptionWords {
  /** Letters of short clusters and names of long options, without dashes and values: `rm -rf --force` has `r`, `f`, `force`. */
  readonly options: ReadonlySet<string>;
  /** Everything else after the program, also behind `--`; `null` for a word that is not known. */
  readonly operands: readonly (string | null)[];
}

/** Reads the words after a program. What follows a short option counts as an operand: nothing is known of its value. */
export function readOptionWords(words: readonly (string | null)[]): OptionWords {
  const options = new Set<string>();
  const operands: (string | null)[] = [];
  let isOver = false;
  for (const word of words.slice(1)) {
    if (isOver || word === null || !word.startsWith("-") || word === "-") operands.push(word);
    else if (word === "--") isOver = true;
    else if (word.startsWith("--")) options.add(word.slice(2).split("=", 1)[0] ?? "");
    else for (const letter of word.slice(1)) options.add(letter);
  }
  return { options, operands };
}

/** Whether a long option is meant: programs take any beginning of its name that fits no other. */
export function hasLong({ options }: OptionWords, name: string): boolean {
  return [...options].some((option) => option.length > 1 && name.startsWith(option));
}
