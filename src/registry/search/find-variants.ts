import type { Postings } from "./postings.ts";
import { findSynonyms } from "./synonyms/find-synonyms.ts";
import { isStopWord } from "./stop-words.ts";

/** At most so many words stand in for one that is unknown or only begun. */
const MAX_VARIANTS = 16;
const SYNONYM = 0.75;
const STOP_WORD = 0.3;

export interface Variant {
  readonly word: string;
  /** 1 for the word itself, less for what is only like it or means about the same. */
  readonly weight: number;
  /** How many tools have it: what looking it up costs. */
  readonly places: number;
}

/** The word itself, what else it may be called, words that it begins, and for an unknown word those that it may be a slip of. */
export function findVariants(words: Postings["words"], word: string): readonly Variant[] {
  const count = (of: string): number => words.get(of)?.size ?? 0;
  const toVariant = (of: string, weight: number): readonly Variant[] =>
    count(of) === 0 ? [] : [{ word: of, weight, places: count(of) }];
  if (isStopWord(word)) return toVariant(word, STOP_WORD);
  const known = [...toVariant(word, 1), ...findSynonyms(word).flatMap((other) => toVariant(other, SYNONYM))];
  const alike = [...findLonger(words, word), ...(known.length === 0 ? findNear(words, word) : [])];
  const others = alike.filter(({ word: other }) => known.every((one) => one.word !== other));
  return [...known, ...others.toSorted(byLikeness).slice(0, MAX_VARIANTS)];
}

function findLonger(words: Postings["words"], word: string): readonly Variant[] {
  if (word.length < 3) return [];
  const longer: Variant[] = [];
  for (const [found, places] of words.atPrefix(word)) {
    if (found === word) continue;
    longer.push({ word: found, weight: (0.5 * word.length) / found.length, places: places.size });
    if (longer.length === 10 * MAX_VARIANTS) break;
  }
  return longer;
}

function findNear(words: Postings["words"], word: string): readonly Variant[] {
  if (word.length < 4) return [];
  return [...words.fuzzyGet(word, 2)].flatMap(([found, [places, distance]]) => {
    // In short words two slips make any word of any other, but for two letters that changed places.
    if (distance > 1 && word.length < 6 && sortLetters(found) !== sortLetters(word)) return [];
    return [{ word: found, weight: 0.6 / (1 + distance / 2), places: places.size }];
  });
}

function sortLetters(word: string): string {
  return Array.from(word).sort().join("");
}

/** Equals by their letters: the same words must give the same answer, whatever was in the index before. */
function byLikeness(one: Variant, other: Variant): number {
  return other.weight - one.weight || (one.word < other.word ? -1 : 1);
}
