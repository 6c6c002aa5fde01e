import fc from "fast-check";
import { joinPieces, toPiece } from "./piece.ts";
import type { Piece } from "./piece.ts";
import { createRedirect } from "./redirects.ts";
import { createWord } from "./words.ts";
import type { Style } from "./words.ts";

/** Every compound command of bash around lists; each loop ends after one round. */
export function createCompound(style: Style, list: fc.Arbitrary<Piece>): fc.Arbitrary<Piece> {
  const word = createWord(style, list);
  const around = (...parts: readonly (string | fc.Arbitrary<Piece | string>)[]): fc.Arbitrary<Piece> =>
    fc
      .tuple(...parts.map((part) => (typeof part === "string" ? fc.constant(part) : part.map(asPiece))))
      .map(joinPieces);
  const compound = fc.oneof(
    around("(", list, ")"),
    around("{ ", list, "\n}"),
    around("if ", list, "; then ", list, "; else ", list, "; fi"),
    around("if ", list, "\nthen ", list, "\nelif ", list, "\nthen ", list, "\nfi"),
    around("for i in ", word, " ", word, "; do ", list, "; done"),
    around("for ((i=", fc.constantFrom("0", "a", "q[$(rm x)]"), "; i<1; i++)); do ", list, "; break; done"),
    around("while ", list, "; do ", list, "; break; done"),
    around("until ", list, "; do ", list, "; break; done"),
    around("case ", word, " in ", word, ") ", list, ";; *) ", list, ";& x) ", list, ";; esac"),
    around("select i in ", word, "; do ", list, "; break; done < b.txt"),
    around(fc.constantFrom("f", "ls", "echo"), "() { ", list, "; }; ", fc.constantFrom("f", "ls", "true")),
    around("function f { ", list, "; }; f ", word),
    around("f() (", list, "); f"),
    around("coproc ", fc.constantFrom("{ ", "N { "), list, "; }; true"),
    around("(( ", fc.constantFrom("1", "a", "q[$(rm x)]", "i=1", "1 > 2"), " ))"),
    createTest(word),
    around("eval ", word, " ", word),
    around("time ", list),
    around("! ", list),
  );
  return fc
    .tuple(compound, fc.option(createRedirect(style, list), { freq: 6 }))
    .map(([piece, redirect]) => (redirect === null ? piece : joinPieces([piece, " ", redirect])));
}

function asPiece(part: Piece | string): Piece {
  return typeof part === "string" ? toPiece(part) : part;
}

function createTest(word: fc.Arbitrary<string>): fc.Arbitrary<Piece> {
  const unary = fc
    .tuple(fc.constantFrom("-v", "-n", "-z", "-f", "! -e"), word)
    .map(([operator, of]) => `${operator} ${of}`);
  const binary = fc
    .tuple(word, fc.constantFrom("==", "=", "!=", "=~", "-eq", "<", "-nt"), word)
    .map(([left, operator, right]) => `${left} ${operator} ${right}`);
  return fc
    .tuple(fc.oneof(unary, binary), fc.constantFrom("", " && -v 'a[$(rm x)]'", " || 1 -eq a"))
    .map((parts) => toPiece(`[[ ${parts.join("")} ]]`));
}
