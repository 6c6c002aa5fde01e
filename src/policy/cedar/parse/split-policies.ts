/** One policy of a file, with what stands before it. */
export interface PolicyPiece {
  /** Up to and including its `;`; comments and blank lines before it belong to it. */
  readonly text: string;
  /** Where `text` begins in the file, in UTF-16 units. */
  readonly start: number;
  /** Where the policy itself begins in the file, behind comments. */
  readonly head: number;
  /** How deep brackets and `if` are nested. */
  readonly depth: number;
}

/** Whitespace and comments; strings, to the end of the text where one is not closed; words; single other characters. */
const TOKEN = /(\s+|\/\/[^\r\n]*)|"(?:[^"\\]|\\[\s\S])*(?:"|$)|[A-Za-z_]\w*|[\s\S]/g;

/**
 * Cuts a file where its policies end: `;` stands nowhere else in Cedar but in strings and comments. Pieces are not
 * checked; each must be parsed as exactly one policy, so a cut in the wrong place is a syntax error and nothing worse.
 */
export function splitPolicies(text: string): readonly PolicyPiece[] {
  const pieces: PolicyPiece[] = [];
  let start = 0;
  let head: number | null = null;
  let depth = 0;
  let open = 0;
  for (const match of text.matchAll(TOKEN)) {
    const [token, blank] = match;
    if (blank !== undefined) continue;
    head ??= match.index;
    open += token === "if" || "([{".includes(token) ? 1 : ")]}".includes(token) ? -1 : 0;
    depth = Math.max(depth, open);
    if (token !== ";") continue;
    const end = match.index + 1;
    pieces.push({ text: text.slice(start, end), start, head, depth });
    start = end;
    head = null;
    depth = open = 0;
  }
  return head === null ? pieces : [...pieces, { text: text.slice(start), start, head, depth }];
}
