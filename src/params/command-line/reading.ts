/** One word of a way to read a command line. */
export type ReadingWord =
  | {
      readonly kind: "word";
      readonly text: string;
      /** It may as well be the value of the option in front of it, and then does not count. */
      readonly maybe: boolean;
    }
  /** Any words, one at least: what is meant cannot be seen from the arguments. */
  | { readonly kind: "some" };

/** Whether the words stand at the beginning of a reading, in any of the ways its unsure words allow. */
export function matchPath(words: readonly string[], reading: readonly ReadingWord[]): boolean {
  // How many of the words may have been found so far; kept as a set, so that no list of arguments makes it slow.
  let found: ReadonlySet<number> = new Set([0]);
  for (const next of reading) {
    found = new Set([...found].flatMap((count) => toCounts(words, count, next)));
    if (found.has(words.length)) return true;
    if (found.size === 0) return false;
  }
  return false;
}

function toCounts(words: readonly string[], count: number, next: ReadingWord): readonly number[] {
  if (next.kind === "some") return words.slice(count).map((_, index) => count + index + 1);
  const wanted = words[count];
  const isNext = wanted !== undefined && isMeant(wanted, next.text);
  return [...(isNext ? [count + 1] : []), ...(next.maybe ? [count] : [])];
}

/** `assume` means `assume-role`, too. */
function isMeant(wanted: string, text: string): boolean {
  return text === wanted || text.startsWith(`${wanted}-`);
}

/** A reading in which every word is sure. */
export function toReading(...words: readonly string[]): readonly ReadingWord[] {
  return words.map((text) => ({ kind: "word", text, maybe: false }));
}

export const SOME: ReadingWord = { kind: "some" };
