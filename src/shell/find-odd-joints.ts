import type { AnalysisProblem } from "./analysis.ts";

/** After a blank, between the letters of a word, and after an operator that a word follows, all shells join lines alike. */
const ODD_JOINT = /\$(?:\\\n)+|[^\s](?:\\\n)+(?![\s\w./,:@%+-]|\\\n|$)/;

/**
 * Finds lines that are joined inside an operator: `2\⏎>f` is `2>f` for bash, and a program named `2` for some parsers. Text in
 * quotes is not told apart, so there it may find too much.
 */
export function findOddJoints(text: string): readonly AnalysisProblem[] {
  const found = text.includes("\\\n") ? ODD_JOINT.exec(text) : null;
  if (found === null) return [];
  const message = "a line ends in the middle of an operator; shells and parsers read that differently";
  return [{ code: "unknown-syntax", message, start: found.index, end: found.index + found[0].length }];
}
