import { findForbiddenCharacter } from "../../params/characters.ts";

/** What is shown of one text at most. */
const MAX_LENGTH = 10_000;

export interface CleanText {
  readonly text: string;
  /** What was taken out, in a few words; `null` when the text is as it was. */
  readonly change: string | null;
}

/**
 * A description from outside without what nobody can see: control characters, bidi marks, zero-width characters, tag
 * characters. A model would read them, and the person who looks at the tool would not.
 */
export function cleanText(given: string): CleanText {
  const cut = given.slice(0, MAX_LENGTH);
  const characters = Array.from(cut.replaceAll("\r\n", "\n"));
  const kept = characters.filter((character) => character === "\n" || findForbiddenCharacter(character, true) === null);
  const hidden = characters.length - kept.length;
  const changes = [
    ...(hidden === 0 ? [] : [`${hidden} hidden character${hidden === 1 ? "" : "s"}`]),
    ...(cut.length === given.length ? [] : [`everything after ${MAX_LENGTH} characters`]),
  ];
  return { text: kept.join("").trim(), change: changes.length === 0 ? null : changes.join(" and ") };
}
