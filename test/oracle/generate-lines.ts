import fc from "fast-check";
import { createList } from "./grammar/lists.ts";
import { renderPiece, toPiece } from "./grammar/piece.ts";
import { createTokens } from "./grammar/tokens.ts";
import type { Style } from "./grammar/words.ts";
import { LISTED_LINES } from "./listed-lines.ts";

/**
 * Command lines from the grammar of bash. Some are mostly static, so that a strict judge still lets many pass; in as many
 * anything stands anywhere, and known attacks stand inside of other constructs; and some are tokens in no order at all.
 */
export function createLines(): fc.Arbitrary<string> {
  return fc.oneof(
    { withCrossShrink: true },
    { arbitrary: createLine("static"), weight: 2 },
    { arbitrary: createLine("any"), weight: 2 },
    { arbitrary: createTokens(), weight: 1 },
  );
}

function createLine(taste: Style["taste"]): fc.Arbitrary<string> {
  // Shared by name it would outlive a run, and a replay would generate something else.
  const depth = { depthIdentifier: fc.createDepthIdentifier(), maxDepth: 3, withCrossShrink: true } as const;
  const style: Style = { taste, depth };
  const known = fc.constantFrom(...LISTED_LINES.filter((line) => line.length < 200)).map(toPiece);
  return fc
    .tuple(
      fc.constantFrom("", "", "", "  ", "\n", "# x\n"),
      createList(style, known),
      fc.constantFrom("", "", "", "\n", " # x", ";", " &", " "),
    )
    .map(([before, list, after]) => `${before}${list.bodies.length > 0 ? renderPiece(list) : `${list.text}${after}`}`)
    .filter((line) => !line.includes("\0"));
}
