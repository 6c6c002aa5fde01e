import fc from "fast-check";
import { joinPieces, toPiece } from "./piece.ts";
import type { Piece } from "./piece.ts";
import { createSubstitution, createWord } from "./words.ts";
import type { Style } from "./words.ts";

const TARGETS = [
  "out.txt",
  "/dev/null",
  "a.txt",
  "../up.txt",
  "/tmp/t",
  "home/f",
  "./sub/../o",
  "'o u t'",
  '"out.txt"',
];
const DYNAMIC = [
  "$X",
  '"$X"',
  "~/f",
  "*.txt",
  "o{a,b}",
  "$(echo out.txt)",
  "`echo o`",
  "o$EMPTY",
  "$'o\\x75t'",
  "/dev/tcp/x/1",
  "'$(rm x)'",
  '"$p"',
  "-n",
  "1x",
];

/** A redirect to a file or a descriptor, a here-string, or a here-document. */
export function createRedirect(style: Style, list: fc.Arbitrary<Piece>): fc.Arbitrary<Piece> {
  const file = fc
    .tuple(fc.constantFrom(...FILE_OPERATORS), fc.constantFrom("", " "), createTarget(style))
    .map(([operator, blank, target]) => toPiece(`${operator}${blank}${target}`));
  return fc.oneof(
    { arbitrary: file, weight: 6 },
    { arbitrary: fc.constantFrom("2>&1", "1>&2", ">&2", "<&0", ">&-", "3>&1", "2>/dev/null").map(toPiece), weight: 4 },
    { arbitrary: createWord(style, list).map((word) => toPiece(`<<< ${word}`)), weight: style.taste === "any" ? 2 : 1 },
    { arbitrary: createHereDocument(list), weight: style.taste === "any" ? 3 : 1 },
  );
}

const FILE_OPERATORS = [
  ">",
  ">",
  "<",
  "<",
  ">>",
  "2>",
  "2>>",
  ">|",
  "<>",
  "&>",
  "&>>",
  ">&",
  "1>",
  "0<",
  "3>",
  "{fd}>",
  "12>",
];

function createTarget(style: Style): fc.Arbitrary<string> {
  const weight = style.taste === "any" ? 3 : 1;
  return fc.oneof(
    { arbitrary: fc.constantFrom(...TARGETS), weight: 6 },
    { arbitrary: fc.constantFrom(...DYNAMIC), weight },
  );
}

/** How the delimiter is written, and the line that ends the body. */
const DELIMITERS: readonly (readonly [written: string, line: string])[] = [
  ["E", "E"],
  ["'E'", "E"],
  ['"E"', "E"],
  ["\\E", "E"],
  ["E\\F", "EF"],
  ["E''", "E"],
  ["$E", "$E"],
  ["'E F'", "E F"],
];

function createHereDocument(list: fc.Arbitrary<Piece>): fc.Arbitrary<Piece> {
  const line = fc.oneof(
    fc.constantFrom(
      "text",
      "'$(rm x)'",
      "\\$(rm x)",
      "$X",
      "E ",
      " E",
      "rm x",
      "\\",
      "E\\",
      "${p@P}",
      "`rm x`",
      '"',
      "$((a))",
    ),
    createSubstitution(list),
  );
  return fc
    .tuple(
      fc.constantFrom("<<", "<<", "<<-", "3<<", "<< "),
      fc.constantFrom(...DELIMITERS),
      fc.array(line, { maxLength: 2 }),
    )
    .map(([operator, [written, last], lines]) => {
      const tab = operator.endsWith("-") ? "\t" : "";
      const body = [...lines, last].map((text) => `${tab}${text}\n`).join("");
      return { ...joinPieces([operator, written]), bodies: [body] };
    });
}
