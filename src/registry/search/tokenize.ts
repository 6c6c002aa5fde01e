import { toStem } from "./to-stem.ts";

/** Longer words are keys, hashes or noise; nobody searches for them whole. */
const MAX_WORD = 40;
const INNER_CAPITAL = /.\p{Lu}/u;

/**
 * Stems of the lower-case words of a name or a sentence, split at everything that is no letter or digit. A camelCase word
 * gives its parts, too.
 */
export function tokenize(text: string): string[] {
  const words = text.normalize("NFKC").split(/[^\p{L}\p{N}]+/u);
  return words.flatMap((word) => {
    if (word === "") return [];
    const parts = splitCase(word);
    return (parts.length > 1 ? [word, ...parts] : parts).map((part) => toStem(part.slice(0, MAX_WORD).toLowerCase()));
  });
}

function splitCase(word: string): readonly string[] {
  if (!INNER_CAPITAL.test(word)) return [word];
  return word
    .replaceAll(/(\p{Ll}|\p{Nd})(\p{Lu})/gu, "$1 $2")
    .replaceAll(/(\p{Lu})(\p{Lu}\p{Ll})/gu, "$1 $2")
    .split(" ");
}
