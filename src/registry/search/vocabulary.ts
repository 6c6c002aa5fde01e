import SearchableMap from "minisearch/SearchableMap";
import type { ToolDocument } from "./tool-document.ts";
import { SEARCHED } from "./tool-document.ts";

/** At most so many words stand in for one that is unknown or only begun. */
const MAX_VARIANTS = 16;

export interface Variant {
  readonly word: string;
  /** 1 for the word itself, less for what is only like it. */
  readonly weight: number;
  /** How many tools have it: what looking it up costs. */
  readonly places: number;
}

/** The words of an index, and how often each is used. */
export interface Vocabulary {
  count(document: ToolDocument, change: 1 | -1): void;
  /** The word itself, words that it begins, and for an unknown word those that it may be a slip of. */
  findVariants(word: string): readonly Variant[];
}

export function createVocabulary(): Vocabulary {
  const words = new SearchableMap<number>();
  return {
    count(document, change) {
      for (const field of SEARCHED) {
        for (const word of new Set(document[field].split(" "))) {
          if (word === "") continue;
          const places = (words.get(word) ?? 0) + change;
          if (places > 0) words.set(word, places);
          else words.delete(word);
        }
      }
    },
    findVariants(word) {
      const places = words.get(word);
      const own: readonly Variant[] = places === undefined ? [] : [{ word, weight: 1, places }];
      const others = [...findLonger(words, word), ...(places === undefined ? findNear(words, word) : [])];
      return [...own, ...others.sort((one, other) => other.weight - one.weight).slice(0, MAX_VARIANTS)];
    },
  };
}

function findLonger(words: SearchableMap<number>, word: string): readonly Variant[] {
  if (word.length < 3) return [];
  const longer: Variant[] = [];
  for (const [found, places] of words.atPrefix(word)) {
    if (found === word) continue;
    longer.push({ word: found, weight: (0.5 * word.length) / found.length, places });
    if (longer.length === 10 * MAX_VARIANTS) break;
  }
  return longer;
}

function findNear(words: SearchableMap<number>, word: string): readonly Variant[] {
  if (word.length < 4) return [];
  return [...words.fuzzyGet(word, 2)].flatMap(([found, [places, distance]]) => {
    // In short words two slips make any word of any other, but for two letters that changed places.
    if (distance > 1 && word.length < 6 && sortLetters(found) !== sortLetters(word)) return [];
    return [{ word: found, weight: 0.6 / (1 + distance / 2), places }];
  });
}

function sortLetters(word: string): string {
  return Array.from(word).sort().join("");
}
