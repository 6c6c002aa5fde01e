import type { ItemWord } from "../analysis.ts";

/**
 * The name that tables know a program by: a bare name, or the last part of a path into `/bin`, `/sbin`, `/usr/bin` or
 * `/usr/sbin`. A program anywhere else may be anything, whatever it is called; `/usr/local` is left out because it often
 * belongs to an ordinary user. Where a bare name leads is for the caller to look up. `null`: no such program.
 */
export function toProgramName(word: ItemWord | undefined): string | null {
  if (word?.text == null || word.tilde) return null;
  if (word.glob && word.text !== "[") return null;
  const name = /^(?:\/(?:usr\/)?s?bin\/)?([A-Za-z0-9_.+:[-]+)$/.exec(word.text)?.[1];
  return name === undefined || name === ".." ? null : name;
}
