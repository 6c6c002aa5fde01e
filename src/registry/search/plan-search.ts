import { findVariants } from "./find-variants.ts";
import type { Variant } from "./find-variants.ts";
import type { Postings } from "./postings.ts";
import { isStopWord } from "./stop-words.ts";
import { tokenize } from "./tokenize.ts";

const MAX_QUERY = 200;
const MAX_WORDS = 12;
/** Looking up so many places takes one or two milliseconds. */
const MAX_PLACES = 5_000;
/** A word with more places tells so little that it is not looked up at all. */
const MAX_PLACES_OF_ONE = 4_000;

/** One word to look up, and the word of the query that it stands for. */
export interface PlannedWord extends Variant {
  readonly wanted: string;
}

export interface SearchPlan {
  readonly words: readonly PlannedWord[];
  /** Words of the query that nearly every tool has: of no use for ranking. */
  readonly common: readonly string[];
}

/** Chooses what to look up: the rarest words first, because they say most, for as long as it stays quick. */
export function planSearch(query: string, known: Postings["words"]): SearchPlan {
  const wanted = [...new Set(tokenize(query.slice(0, MAX_QUERY)))].sort(byMeaning).slice(0, MAX_WORDS);
  const variants = wanted.flatMap((word) => findVariants(known, word).map((variant) => ({ ...variant, wanted: word })));
  const words: PlannedWord[] = [];
  let places = 0;
  for (const variant of variants.toSorted(byUse)) {
    if (variant.places > MAX_PLACES_OF_ONE || (words.length > 0 && places + variant.places > MAX_PLACES)) continue;
    places += variant.places;
    words.push(variant);
  }
  const common = variants.filter(({ places: many, word, wanted: of }) => word === of && many > MAX_PLACES_OF_ONE);
  return { words, common: common.map(({ word }) => word) };
}

function byMeaning(one: string, other: string): number {
  return Number(isStopWord(one)) - Number(isStopWord(other));
}

/** What was really written comes before what is like it. */
function byUse(one: PlannedWord, other: PlannedWord): number {
  return (
    Number(other.weight === 1) - Number(one.weight === 1) ||
    one.places - other.places ||
    (one.word < other.word ? -1 : 1)
  );
}
