/** More ways than this to read one pattern are not worth their time; it is then matched as a pattern alone. */
const MAX_PATHS = 100;

/** What stands between two words of a pattern, or around them. */
const BETWEEN = /\\s[*+]?|\\b|\(\?:\\s\|\$\)|\(\\s\|\$\)|\[ \][*+]?| [*+]?|^\^|\$$/g;
const WORD = /^[A-Za-z0-9_][A-Za-z0-9_-]*$/;

/**
 * The subcommands that a pattern of a deny list names, each a path of words: `auth\s+(login|token)` names `auth login`
 * and `auth token`. `null` for a pattern that says more than words.
 */
export function toDenyWords(pattern: string): readonly (readonly string[])[] | null {
  if (!/[()]/.test(pattern) && pattern.includes("|")) return joinAll(pattern.split("|").map(toDenyWords));
  const parts = pattern.replaceAll("\\-", "-").replaceAll(BETWEEN, "\u0000").split("\u0000");
  const choices = parts.filter((part) => part !== "").map(toChoices);
  let paths: readonly (readonly string[])[] = [[]];
  for (const words of choices) {
    if (words === null || paths.length * words.length > MAX_PATHS) return null;
    paths = paths.flatMap((path) => words.map((word) => [...path, word]));
  }
  return choices.length === 0 ? null : paths;
}

function joinAll(all: readonly (readonly (readonly string[])[] | null)[]): readonly (readonly string[])[] | null {
  return all.includes(null) ? null : all.flatMap((paths) => paths ?? []);
}

function toChoices(part: string): readonly string[] | null {
  const inner = /^\((?:\?:)?(.*)\)$/.exec(part)?.[1];
  const words = inner === undefined ? [part] : inner.split("|");
  return words.every((word) => WORD.test(word)) ? words : null;
}
