/**
 * Whether a pattern must match a whole value. Patterns are searched, so one without `^` and `$` also accepts a value
 * with anything before and after the match. Every alternative has to be anchored. In doubt the answer is `false`.
 */
export function isAnchored(pattern: string): boolean {
  if (QUOTES.test(pattern) || MULTILINE.test(pattern)) return false;
  const body = pattern.replace(/^\(\?[a-z]+\)/i, "");
  return splitAlternatives(body).every((branch) => BEGINNING.test(branch) && endsAnchored(branch));
}

/** In `^a\Q$` the dollar is a character. */
const QUOTES = /^(?:[^\\]|\\[^Q])*\\Q/s;
/** With it, one line of several may match. */
const MULTILINE = /\(\?[a-zA-Z]*m[a-zA-Z-]*[:)]/;
/** An anchor, and not one that may be left out, as in `^?a$`. */
const BEGINNING = /^(?:\^|\\A)(?![*?{])/;

function endsAnchored(branch: string): boolean {
  const end = /(\\*)(\$|z)$/.exec(branch);
  if (end === null) return false;
  const escaped = (end[1]?.length ?? 0) % 2 === 1;
  return end[2] === "$" ? !escaped : escaped;
}

/** Splits at `|` outside groups, classes and escapes. */
function splitAlternatives(pattern: string): readonly string[] {
  const branches: string[] = [];
  let start = 0;
  let depth = 0;
  let inClass = false;
  for (let at = 0; at < pattern.length; at++) {
    const character = pattern[at];
    if (character === "\\") at++;
    else if (inClass) inClass = character !== "]";
    else if (character === "[") {
      inClass = true;
      // A `]` right after the opening bracket is a member.
      if (/^\^?\]/.test(pattern.slice(at + 1, at + 3))) at += pattern[at + 1] === "^" ? 2 : 1;
    } else if (character === "(") depth++;
    else if (character === ")") depth--;
    else if (character === "|" && depth === 0) {
      branches.push(pattern.slice(start, at));
      start = at + 1;
    }
  }
  return [...branches, pattern.slice(start)];
}
