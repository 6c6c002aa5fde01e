import type { DenyView } from "../deny-view.ts";

type Words = DenyView["words"];

/** Suffixes of a long line together hold no more words than this; each keeps at least so many of its first ones. */
const MOST_WORDS = 100_000;
const LEAST_WORDS = 32;

/** Every place from which the arguments of an unknown program could be a command that it starts; also in words with blanks. */
export function* listSuffixes(words: Words, from: number | null): Generator<Words> {
  if (from === null) return;
  const most = Math.max(LEAST_WORDS, Math.floor(MOST_WORDS / words.length));
  for (let at = from; at < words.length; at++) {
    const word = words[at] ?? null;
    if (word === null) continue;
    const text = toArgument(word);
    if (text === null) continue;
    yield [toBareName(text), ...words.slice(at + 1, at + most)];
    if (/[\s;&|()`'"!]/.test(text)) yield* splitText(text, most);
  }
}

/** Of `--run=x` the `x`; `null`: an option. */
function toArgument(word: string): string | null {
  if (!word.startsWith("-")) return word;
  const equals = word.indexOf("=");
  return equals === -1 ? null : word.slice(equals + 1);
}

function splitText(text: string, most: number): readonly Words[] {
  return text.split(/[;&|()`\n{}'"!]+/).flatMap((piece): readonly Words[] => {
    const [program, ...rest] = piece.trim().split(/\s+/);
    return program === undefined || program === "" ? [] : [[toBareName(program), ...rest.slice(0, most)]];
  });
}

function toBareName(text: string): string {
  return /\s/.test(text) ? text : text.slice(text.lastIndexOf("/") + 1);
}
