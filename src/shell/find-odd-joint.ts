import type { AnalysisProblem } from "./analysis.ts";

/** After a blank, between the letters of a word, and after an operator that a word follows, all shells join lines alike. */
const ODD_JOINT = /\$(?:\\\n)+|[^\s](?:\\\n)+(?![\s\w./,:@%+-]|\\\n|$)/;

/** Bash closes the stream and starts a word, for others a name of a file starts here. */
const ODD_CLOSE = /[<>]&-(?=[^\s;|&()<>])/;

interface OddJoint {
  readonly problem: AnalysisProblem;
  /** The line as bash takes it. */
  readonly meant: string;
}

/**
 * Finds where bash ends a word or an operator at another place than parsers do: `2\⏎>f` is `2>f`, and `>&-rm x` runs `rm`. Text
 * in quotes is not told apart, so there it may find too much.
 */
export function findOddJoint(text: string): OddJoint | null {
  const joined = text.includes("\\\n") ? text.replaceAll("\\\n", "") : text;
  const found =
    (joined === text ? null : ODD_JOINT.exec(text)) ?? (joined.includes("&-") ? ODD_CLOSE.exec(joined) : null);
  if (found === null) return null;
  const message = "bash ends a word or an operator here at another place than it seems; put a blank there";
  const start = Math.min(found.index, text.length);
  return {
    problem: { code: "unknown-syntax", message, start, end: Math.min(start + found[0].length, text.length) },
    meant: joined.replaceAll(/[<>]&-(?=[^\s;|&()<>])/g, "$& "),
  };
}
