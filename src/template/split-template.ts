import type { TemplateIssue } from "./split-at-places.ts";

/**
 * Splits a one-line command template at spaces outside quotes. Quotes group and disappear, backslashes are literal. It
 * runs before any value is put in, so a value never makes two arguments.
 */
export function splitTemplate(
  text: string,
): { readonly ok: true; readonly words: readonly string[] } | { readonly ok: false; readonly issue: TemplateIssue } {
  const words: string[] = [];
  let word: string | null = null;
  for (let index = 0; index < text.length; index++) {
    const character = text.charAt(index);
    if (/\s/.test(character)) {
      if (word !== null) words.push(word);
      word = null;
    } else if (character === '"' || character === "'") {
      const close = text.indexOf(character, index + 1);
      if (close === -1) {
        return { ok: false, issue: { message: `The quote ${character} is never closed.`, offset: index } };
      }
      word = (word ?? "") + text.slice(index + 1, close);
      index = close;
    } else word = (word ?? "") + character;
  }
  if (word !== null) words.push(word);
  return { ok: true, words };
}
