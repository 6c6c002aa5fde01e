/** Longer words are keys, hashes or noise; nobody searches for them whole. */
const MAX_WORD = 40;

/**
 * Lower-case words of a name or a sentence, split at everything that is no letter or digit. A camelCase word gives its
 * parts, too.
 */
export function tokenize(text: string): string[] {
  const words = text.normalize("NFKC").split(/[^\p{L}\p{N}]+/u);
  return words.flatMap((word) => {
    if (word === "") return [];
    const parts = splitCase(word);
    return (parts.length > 1 ? [word, ...parts] : parts).map(toStem);
  });
}

function splitCase(word: string): readonly string[] {
  return word
    .replaceAll(/(\p{Ll}|\p{Nd})(\p{Lu})/gu, "$1 $2")
    .replaceAll(/(\p{Lu})(\p{Lu}\p{Ll})/gu, "$1 $2")
    .split(" ");
}

/** One form for singular and plural. */
function toStem(word: string): string {
  const short = word.slice(0, MAX_WORD).toLowerCase();
  return short.length > 3 && short.endsWith("s") && !short.endsWith("ss") ? short.slice(0, -1) : short;
}
