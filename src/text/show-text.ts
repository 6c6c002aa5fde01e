/**
 * Characters that would change a terminal or hide text: controls, bidi marks, what has no width or looks like nothing,
 * tags, variation selectors anywhere but behind an emoji, lone surrogates.
 */
const HIDDEN =
  /[\u0000-\u001f\u007f-\u009f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u2028-\u202e\u2060-\u206f\u3164\ufe00-\ufe0d\ufeff\uffa0\ufff0-\ufffb\ufffe\uffff\u{1d173}-\u{1d17a}\u{e0000}-\u{e0fff}]|(?<!\p{Emoji})[\ufe0e\ufe0f]|\p{Cs}/gu;

const SHORT: Readonly<Record<string, string>> = { "\n": "\\n", "\r": "\\r", "\t": "\\t" };

/** Where the next character stands that acts or hides, from `start` on; -1 when there is none. */
export function findHidden(text: string, start: number): number {
  HIDDEN.lastIndex = start;
  return HIDDEN.exec(text)?.index ?? -1;
}

/** Text made safe to print: characters that act or hide are shown as escapes. */
export function escapeControls(text: string): string {
  return text.replace(HIDDEN, (character) => {
    const code = character.codePointAt(0) ?? 0;
    const hex = code.toString(16);
    return SHORT[character] ?? (code > 0xffff ? `\\u{${hex}}` : `\\u${hex.padStart(4, "0")}`);
  });
}

/** A value from outside as it appears inside a message: escaped, and cut after `limit` characters. */
export function showText(text: string, limit = 60): string {
  const cut = text.length > limit ? `${text.slice(0, limit)}…` : text;
  return escapeControls(cut);
}
