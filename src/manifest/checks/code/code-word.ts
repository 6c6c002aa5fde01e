/** An argument as far as the author wrote it. */
export interface CodeWord {
  /** What stands before the first value in it; the whole text when there is none. */
  readonly start: string;
  /** Whether a caller's value is in it. */
  readonly hasValue: boolean;
  /** Whether it is always there, so that nothing moves into its place. */
  readonly isFixed: boolean;
}

/** The words that are no options. `valued` says which options take the next word. */
export function toOperands(words: readonly CodeWord[], valued: RegExp): readonly CodeWord[] {
  const operands: CodeWord[] = [];
  for (let index = 0; index < words.length; index++) {
    const word = words[index];
    if (word === undefined) break;
    if (word.start === "--" && !word.hasValue) return [...operands, ...words.slice(index + 1)];
    if (!word.start.startsWith("-")) operands.push(word);
    else if (!word.hasValue && valued.test(word.start)) index += 1;
  }
  return operands;
}

/** The word that an option's code is in: the same or a later one. `null` when the option is not there. */
export function findOptionCode(words: readonly CodeWord[], option: RegExp): number | null {
  for (const [index, { start, hasValue }] of words.entries()) {
    if (hasValue && isGlued(start, option)) return index;
    if (hasValue || !option.test(start)) continue;
    const code = words.findIndex((word, later) => later > index && (word.hasValue || !word.start.startsWith("-")));
    return code === -1 ? null : code;
  }
  return null;
}

/** `-cCODE` and `--eval=CODE`. */
function isGlued(start: string, option: RegExp): boolean {
  if (start.startsWith("--")) return option.test(start.slice(0, Math.max(0, start.indexOf("="))));
  for (let length = 2; length <= Math.min(start.length, 8); length++) {
    if (option.test(start.slice(0, length))) return true;
  }
  return false;
}
