/** A part of a command line; the bodies of its here-documents follow at the next line end. */
export interface Piece {
  readonly text: string;
  readonly bodies: readonly string[];
}

export function toPiece(text: string): Piece {
  return { text, bodies: [] };
}

/** Joins parts; a string is grammar, and the first line end in one is followed by the bodies that wait. */
export function joinPieces(parts: readonly (Piece | string)[]): Piece {
  return parts.reduce<Piece>((before, part) => {
    if (typeof part !== "string") {
      return { text: before.text + part.text, bodies: [...before.bodies, ...part.bodies] };
    }
    const at = part.indexOf("\n") + 1;
    if (at === 0 || before.bodies.length === 0) return { ...before, text: before.text + part };
    return toPiece(`${before.text}${part.slice(0, at)}${before.bodies.join("")}${part.slice(at)}`);
  }, toPiece(""));
}

/** The text with the bodies that it waits for, closed by a line end where there are any. */
export function renderPiece({ text, bodies }: Piece): string {
  return bodies.length === 0 ? text : `${text}\n${bodies.join("")}`;
}
