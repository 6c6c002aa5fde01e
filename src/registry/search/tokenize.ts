/** Longer words are keys, hashes or noise; nobody searches for them whole. */
const MAX_WORD = 40;

/** Lower-case words of a name or a sentence: split at everything that is no letter or digit, and inside camelCase. */
export function tokenize(text: string): string[] {
  const words = text
    .normalize("NFKC")
    .replaceAll(/(\p{Ll}|\p{Nd})(\p{Lu})/gu, "$1 $2")
    .replaceAll(/(\p{Lu})(\p{Lu}\p{Ll})/gu, "$1 $2")
    .split(/[^\p{L}\p{N}]+/u);
  return words.flatMap((word) => (word === "" ? [] : [toStem(word.slice(0, MAX_WORD).toLowerCase())]));
}

/** One form for singular and plural. */
function toStem(word: string): string {
  return word.length > 3 && word.endsWith("s") && !word.endsWith("ss") ? word.slice(0, -1) : word;
}
