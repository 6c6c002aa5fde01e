import fc from "fast-check";
import { EXPANSIONS, ODD_WORDS, PLAIN_WORDS, QUOTED, SHELL_WORDS } from "./vocabulary.ts";
import { renderPiece } from "./piece.ts";
import type { Piece } from "./piece.ts";

/** What every part of one grammar is made with. */
export interface Style {
  /** Whether things that only a shell can work out are rare or common. */
  readonly taste: "static" | "any";
  /** One nesting of substitutions counts once, wherever it stands. */
  readonly depth: {
    readonly depthIdentifier: fc.DepthIdentifier;
    readonly maxDepth: number;
    readonly withCrossShrink: true;
  };
}

/** A word in any way that bash lets one write it; `list` is what its substitutions run. */
export function createWord(style: Style, list: fc.Arbitrary<Piece>): fc.Arbitrary<string> {
  const { taste, depth } = style;
  const shell = taste === "any" ? 3 : 0.05;
  const segment = fc.oneof(
    depth,
    { arbitrary: fc.constantFrom(...PLAIN_WORDS), weight: 900 },
    { arbitrary: fc.constantFrom(...QUOTED).map(toSingle), weight: 300 },
    { arbitrary: createDouble(shell, style, list), weight: 300 },
    { arbitrary: fc.constantFrom(...ODD_WORDS), weight: 150 },
    { arbitrary: fc.constantFrom(..."ab $`\"'\\;|&<>(){}*?#~!-".split("")).map((one) => `\\${one}`), weight: 100 },
    { arbitrary: createAnsi(), weight: toWeight(shell * 30) },
    { arbitrary: fc.constantFrom(...SHELL_WORDS), weight: toWeight(shell * 60) },
    { arbitrary: fc.constantFrom(...EXPANSIONS), weight: toWeight(shell * 50) },
    { arbitrary: createSubstitution(list), weight: toWeight(shell * 70) },
    { arbitrary: createDefault(list), weight: toWeight(shell * 20) },
  );
  const joined = fc.array(segment, { minLength: 2, maxLength: 3 }).map((parts) => parts.join(""));
  return fc.oneof({ withCrossShrink: true }, { arbitrary: segment, weight: 4 }, { arbitrary: joined, weight: 1 });
}

/** `$(…)`, backquotes and process substitution. */
export function createSubstitution(list: fc.Arbitrary<Piece>): fc.Arbitrary<string> {
  return fc
    .tuple(list.map(renderPiece), fc.constantFrom("$(", "`", "<(", ">(", "$( "))
    .map(([inner, open]) => (open === "`" ? `\`${inner.replaceAll(/[\\`]/g, "\\$&")}\`` : `${open}${inner})`));
}

function createDefault(list: fc.Arbitrary<Piece>): fc.Arbitrary<string> {
  return fc
    .tuple(fc.constantFrom("EMPTY:-", "X:-", "NEW:=", "X:+", "X#", "X//x/", "X:"), createSubstitution(list))
    .map(([head, inner]) => `\${${head}${inner}}`);
}

function createDouble(shell: number, { depth }: Style, list: fc.Arbitrary<Piece>): fc.Arbitrary<string> {
  const text = fc.constantFrom(...QUOTED).map((inner) => inner.replaceAll(/["\\$`]/g, "\\$&"));
  const part = fc.oneof(
    depth,
    { arbitrary: text, weight: 300 },
    { arbitrary: fc.constantFrom("'", "\\q", "\\\n", "$", "\\\\", "!x"), weight: 60 },
    { arbitrary: fc.constantFrom("$X", "${X}", "$@", "$*"), weight: toWeight(shell * 30) },
    { arbitrary: fc.constantFrom(...EXPANSIONS), weight: toWeight(shell * 30) },
    { arbitrary: createSubstitution(list), weight: toWeight(shell * 40) },
  );
  const quote = fc.constantFrom('"', '"', '"', '"', '"', '$"');
  return fc
    .tuple(quote, fc.array(part, { maxLength: 3, size: "small" }))
    .map(([open, parts]) => `${open}${parts.join("")}"`);
}

function createAnsi(): fc.Arbitrary<string> {
  const part = fc.constantFrom(
    "a",
    "rm",
    " ",
    "\\n",
    "\\t",
    "\\x72",
    "\\155",
    "\\'",
    "\\\\",
    "\\u0072",
    "\\cA",
    "\\e",
    '"',
    ";",
  );
  return fc.array(part, { maxLength: 3 }).map((parts) => `$'${parts.join("")}'`);
}

function toSingle(text: string): string {
  return `'${text}'`;
}

function toWeight(weight: number): number {
  return Math.max(1, Math.round(weight));
}
