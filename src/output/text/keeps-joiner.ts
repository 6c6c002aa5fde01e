/** Behind these a zero-width joiner makes one emoji of two; a skin tone or the emoji form may stand between. */
const JOINS_AFTER = /\p{Extended_Pictographic}(?:\ufe0f|[\u{1f3fb}-\u{1f3ff}])?$/u;
const JOINS_BEFORE = /^\p{Extended_Pictographic}/u;
/** Scripts whose spelling needs joiners and non-joiners. */
const SCRIPT =
  /^[\p{Script=Arabic}\p{Script=Syriac}\p{Script=Mongolian}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Gurmukhi}\p{Script=Gujarati}\p{Script=Oriya}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Sinhala}\p{Script=Khmer}]$/u;

/** Whether a joiner (U+200C, U+200D) between the two texts is part of how they are written, and hides nothing. */
export function keepsJoiner(before: string, joiner: string, after: string): boolean {
  const last = lastCharacter(before);
  const next = firstCharacter(after);
  if (SCRIPT.test(last) && SCRIPT.test(next)) return true;
  return joiner === "\u200d" && JOINS_AFTER.test(before.slice(-4)) && JOINS_BEFORE.test(next);
}

function firstCharacter(text: string): string {
  return String.fromCodePoint(text.codePointAt(0) ?? 0);
}

function lastCharacter(text: string): string {
  const isPair = /[\udc00-\udfff]/.test(text.slice(-1));
  return text.slice(isPair ? -2 : -1);
}
