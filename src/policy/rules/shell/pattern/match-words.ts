import type { WordPattern } from "./command-pattern.ts";

/** How the words of a command fit a pattern. */
export interface WordFit<Word> {
  /** Fits a word of the pattern that is not `*`. */
  fits(pieces: readonly string[], word: Word): boolean;
  /** May be one of the words that a `*` stands for; `isLast`: of the one at the end. */
  isAny(word: Word, isLast: boolean): boolean;
  /** May be no word, or several, of any text. */
  isUnknown(word: Word): boolean;
}

/**
 * Whether a pattern covers all the words of a command. `*` stands for one or more words, at the end for none or more.
 * Steps: words of the pattern × words of the command.
 */
export function matchWords<Word>(pattern: readonly WordPattern[], words: readonly Word[], fit: WordFit<Word>): boolean {
  const last = pattern.length - 1;
  // `next[at]`: what follows in the pattern covers the words from `at` on.
  let next: readonly boolean[] = words.map(() => false).concat(true);
  next = fillUnknown(next, words, fit);
  for (let index = last; index >= 0; index -= 1) {
    const one = pattern[index];
    if (one !== undefined) next = step(one, index === last, next, words, fit);
  }
  return next[0] === true;
}

function step<Word>(
  one: WordPattern,
  isLast: boolean,
  next: readonly boolean[],
  words: readonly Word[],
  fit: WordFit<Word>,
): readonly boolean[] {
  const row: boolean[] = [...next.keys()].map(() => false);
  const end = words.length;
  if (one.kind === "words" && isLast) row[end] = true;
  for (let at = end - 1; at >= 0; at -= 1) {
    const word = words[at];
    if (word === undefined) continue;
    const after = next[at + 1] === true;
    if (one.kind === "word") row[at] = after && fit.fits(one.pieces, word);
    else row[at] = (isLast && next[at] === true) || (fit.isAny(word, isLast) && (after || row[at + 1] === true));
    // It may stand for this word of the pattern, or for nothing.
    if (fit.isUnknown(word)) row[at] = row[at] === true || next[at] === true || row[at + 1] === true;
  }
  return row;
}

/** Unknown words behind the end of the pattern may be none. */
function fillUnknown<Word>(next: readonly boolean[], words: readonly Word[], fit: WordFit<Word>): readonly boolean[] {
  const row = [...next];
  for (let at = words.length - 1; at >= 0; at -= 1) {
    const word = words[at];
    row[at] = word !== undefined && fit.isUnknown(word) && row[at + 1] === true;
  }
  return row;
}
