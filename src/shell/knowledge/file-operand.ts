import type { ItemWord } from "../analysis.ts";

/** `list`: names and attributes are looked at, not the content. */
export type FilePurpose = "read" | "write" | "delete" | "list";

/** A word of a command that names a file or a folder. */
export interface FileOperand {
  /** Of `--output=x` and `of=x` only the `x`, with the place of the whole word. */
  readonly word: ItemWord;
  readonly purpose: FilePurpose;
  /** Everything below is used like that, too: `grep -r x folder`. @default false */
  readonly deep?: boolean;
}

/** The folder that a command runs in, where it names none. */
export const HERE: ItemWord = {
  text: ".",
  prefix: ".",
  dynamic: null,
  glob: false,
  tilde: false,
  quoted: false,
  start: 0,
  end: 0,
};

/** A file whose name only another file, or the standard input, says. */
export const ANY_FILE: ItemWord = { ...HERE, text: null, prefix: "", dynamic: "expansion" };

/** What is left of a word after its first characters. */
export function toWordPart(word: ItemWord, from: number): ItemWord {
  if (from === 0) return word;
  const text = word.text === null ? null : word.text.slice(from);
  const prefix = word.prefix.slice(from);
  // Some shells expand `of=~/x`; a file that is really named `~` is the rarer case.
  const tilde = !word.quoted && /^~(?:\/|$)/.test(text ?? prefix);
  return { ...word, text, prefix, tilde };
}
