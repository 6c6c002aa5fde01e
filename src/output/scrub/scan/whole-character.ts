/** `end`, or one less where it stands between the halves of a character: whoever encodes a piece alone would lose both. */
export function toWholeCharacter(text: string, end: number): number {
  const last = end > 0 ? text.charCodeAt(end - 1) : 0;
  return last >= 0xd800 && last < 0xdc00 ? end - 1 : end;
}
