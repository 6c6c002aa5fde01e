import type { TextPattern } from "./text-pattern.ts";

/** Whether a pattern covers the whole of a text. Linear in both, but for pieces that repeat in the text. */
export function matchText({ pieces, shorter }: TextPattern, text: string): boolean {
  return matchPieces(pieces, text) || (shorter !== null && matchPieces(shorter, text));
}

/** Whether the pieces stand in the text in this order, the first at its start and the last at its end. */
export function matchPieces(pieces: readonly string[], text: string): boolean {
  const first = pieces[0] ?? "";
  if (pieces.length < 2) return first === text;
  const last = pieces[pieces.length - 1] ?? "";
  if (text.length < first.length + last.length || !text.startsWith(first) || !text.endsWith(last)) return false;
  const end = text.length - last.length;
  let from = first.length;
  for (const piece of pieces.slice(1, -1)) {
    const at = text.indexOf(piece, from);
    if (at === -1 || at + piece.length > end) return false;
    from = at + piece.length;
  }
  return true;
}
