/** An ending is only taken off where so much of the word is left, and a vowel in it. */
const SHORTEST = 3;
/** Descriptions use few words, and those often. */
const STEMS = new Map<string, string>();
const MOST_STEMS = 20_000;
const VOWEL = /[aeiouy]/u;

/**
 * One form for singular and plural, for what is done and doing it: `files`, `scanning` and `deployed` give `file`, `scan`
 * and `deploy`. Only endings of English are known; what is left need not be a word, it only has to be the same.
 */
export function toStem(word: string): string {
  const known = STEMS.get(word);
  if (known !== undefined) return known;
  if (STEMS.size >= MOST_STEMS) STEMS.clear();
  const stem = shorten(word);
  STEMS.set(word, stem);
  return stem;
}

function shorten(word: string): string {
  const single = toSingle(word);
  for (const ending of ["ing", "ed"]) {
    const stem = single.slice(0, -ending.length);
    if (single.endsWith(ending) && stem.length >= SHORTEST && VOWEL.test(stem)) return withoutSilentE(undouble(stem));
  }
  return withoutSilentE(single);
}

function toSingle(word: string): string {
  if (word.length <= SHORTEST || !word.endsWith("s") || word.endsWith("ss")) return word;
  if (word.endsWith("ies") && word.length > 4) return `${word.slice(0, -3)}y`;
  return /(?:ch|sh|ss|x)es$/u.test(word) ? word.slice(0, -2) : word.slice(0, -1);
}

/** `running` is about `run`, but `calling` about `call`. */
function undouble(stem: string): string {
  return /([bdgmnprt])\1$/u.test(stem) && stem.length > SHORTEST ? stem.slice(0, -1) : stem;
}

function withoutSilentE(word: string): string {
  return word.length > 4 && word.endsWith("e") ? word.slice(0, -1) : word;
}
