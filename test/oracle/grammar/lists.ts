import fc from "fast-check";
import { createSimpleCommand } from "./commands.ts";
import { createCompound } from "./compounds.ts";
import { joinPieces } from "./piece.ts";
import type { Piece } from "./piece.ts";
import type { Style } from "./words.ts";

/** Pipelines joined in every way; `known` are whole lines that may stand in a place of a command. */
export function createList(style: Style, known: fc.Arbitrary<Piece>): fc.Arbitrary<Piece> {
  const any = style.taste === "any";
  const { list } = fc.letrec<{ list: Piece }>((tie) => {
    const inner = tie("list");
    const command = fc.oneof(
      style.depth,
      { arbitrary: createSimpleCommand(style, inner), weight: any ? 24 : 60 },
      { arbitrary: createCompound(style, inner), weight: any ? 6 : 1 },
      { arbitrary: known, weight: any ? 3 : 1 },
    );
    const pipeline = createChain(command, [" | ", "|", " |& ", " |\n"]);
    return { list: createChain(pipeline, SEPARATORS) };
  });
  return list;
}

const SEPARATORS = [
  "; ",
  "; ",
  ";",
  " && ",
  " && ",
  " || ",
  " & ",
  "\n",
  "\n",
  " &&\n",
  " # rm x\n",
  "# x\n",
  " ;\n\n",
];

/** Parts with something between them; mostly one part, so that lines stay short enough to mean something. */
function createChain(part: fc.Arbitrary<Piece>, separators: readonly string[]): fc.Arbitrary<Piece> {
  const link = fc.tuple(fc.constantFrom(...separators), part);
  const links = fc.oneof(
    { withCrossShrink: true },
    { arbitrary: link.map((one) => [one]), weight: 6 },
    { arbitrary: fc.array(link, { minLength: 1, maxLength: 2 }), weight: 5 },
    { arbitrary: fc.array(link, { minLength: 1, maxLength: 4 }), weight: 1 },
  );
  // Each part has its separator, so that shrinking can drop the first as well.
  return links.map((parts) => joinPieces(parts.flat().slice(1)));
}
