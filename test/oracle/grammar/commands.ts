import fc from "fast-check";
import { joinPieces, toPiece } from "./piece.ts";
import type { Piece } from "./piece.ts";
import { createRedirect } from "./redirects.ts";
import { ASSIGNMENTS, BUILTINS, HOSTILE, INNOCENT, READERS, WRAPPERS } from "./vocabulary.ts";
import { createSubstitution, createWord } from "./words.ts";
import type { Style } from "./words.ts";

/** A simple command: assignments, wrappers, a name, and words mixed with redirects. */
export function createSimpleCommand(style: Style, list: fc.Arbitrary<Piece>): fc.Arbitrary<Piece> {
  const word = createWord(style, list);
  const any = style.taste === "any";
  const argument = fc.oneof(
    { arbitrary: word.map(toPiece), weight: 12 },
    { arbitrary: createRedirect(style, list), weight: any ? 3 : 1 },
  );
  const assignment = fc.oneof(
    { arbitrary: fc.constantFrom(...ASSIGNMENTS), weight: 3 },
    { arbitrary: fc.tuple(fc.constantFrom("A=", "A+=", "q[1]="), word).map((parts) => parts.join("")), weight: 1 },
    { arbitrary: createSubstitution(list).map((text) => `A=${text}`), weight: 1 },
  );
  const before = fc.oneof(
    { withCrossShrink: true },
    { arbitrary: fc.constant<readonly Piece[]>([]), weight: any ? 12 : 40 },
    { arbitrary: assignment.map((text) => [toPiece(text)]), weight: any ? 3 : 1 },
    { arbitrary: fc.constantFrom(...WRAPPERS).map((text) => [toPiece(text)]), weight: any ? 5 : 2 },
    { arbitrary: createRedirect(style, list).map((piece) => [piece]), weight: 1 },
  );
  const plain = fc
    .tuple(before, createName(style, word), fc.array(argument, { maxLength: 4, size: "small" }))
    .map(([first, name, rest]) => joinWith(" ", [...first, toPiece(name), ...rest]));
  return fc.oneof(
    { withCrossShrink: true },
    { arbitrary: plain, weight: any ? 20 : 60 },
    { arbitrary: fc.constantFrom(...BUILTINS).map(toPiece), weight: any ? 3 : 1 },
    { arbitrary: assignment.map(toPiece), weight: 1 },
  );
}

function createName(style: Style, word: fc.Arbitrary<string>): fc.Arbitrary<string> {
  const any = style.taste === "any";
  return fc.oneof(
    { arbitrary: fc.constantFrom(...INNOCENT), weight: any ? 12 : 40 },
    { arbitrary: fc.constantFrom(...READERS), weight: any ? 5 : 4 },
    { arbitrary: fc.constantFrom(...HOSTILE), weight: any ? 5 : 1 },
    { arbitrary: fc.constantFrom(...INNOCENT).map((name) => `"${name}"`), weight: 2 },
    { arbitrary: word, weight: 1 },
  );
}

/** Puts a separator between parts. */
export function joinWith(separator: string, parts: readonly Piece[]): Piece {
  return joinPieces(parts.flatMap((part, index) => (index === 0 ? [part] : [separator, part])));
}
