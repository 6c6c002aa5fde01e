import type { ItemWord } from "../../../../shell/analysis.ts";
import { matchPieces } from "../../text/match-text.ts";
import type { CommandPattern } from "./command-pattern.ts";
import type { WordFit } from "./match-words.ts";
import { matchWords } from "./match-words.ts";

/** A word of a command, with what it is known to become. */
export interface AllowedWord {
  readonly word: ItemWord;
  /** `$?` and nothing else that a shell could tell: a number, and one word. */
  readonly isStatus: boolean;
}

/** Whether an allow covers a command, word by word. A word that is only known when it runs is covered by a `*` alone. */
export function coversCommand({ words: pattern }: CommandPattern, words: readonly AllowedWord[]): boolean {
  const [first] = pattern;
  const program = words[0]?.word.text ?? null;
  // Most rules of a long list fail here.
  if (program === null || (first?.kind === "word" && !matchPieces(first.pieces, program))) return false;
  return matchWords(pattern, words, FIT);
}

const FIT: WordFit<AllowedWord> = {
  fits: (pieces, { word: { text, glob } }) => {
    if (text === null) return false;
    // File names take the place of a glob: it is covered as it stands, or by a `*`, not by a part that happens to fit.
    return glob ? pieces.length === 1 && pieces[0] === text : matchPieces(pieces, text);
  },
  isAny: ({ word: { text, dynamic, splits }, isStatus }, isLast) => {
    if (text !== null || isStatus) return true;
    const isText = dynamic === "substitution" || dynamic === "process-substitution";
    return isText && (isLast || splits !== true);
  },
  isUnknown: () => false,
};
