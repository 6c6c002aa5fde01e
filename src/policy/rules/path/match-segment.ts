import type { GlobToken, SegmentGlob } from "./segment-glob.ts";

/** Whether a pattern covers the whole of one part of a path. At most pattern × part steps, whatever either holds. */
export function matchSegment(glob: SegmentGlob, part: string): boolean {
  if ("text" in glob) return glob.text === part;
  const { tokens } = glob;
  const characters = Array.from(part);
  let token = 0;
  let at = 0;
  let run = -1;
  let taken = 0;
  while (at < characters.length) {
    const expected = tokens[token];
    if (expected?.kind === "run") {
      run = token;
      taken = at;
      token += 1;
    } else if (expected !== undefined && fitsCharacter(expected, characters[at] ?? "")) {
      token += 1;
      at += 1;
    } else if (run === -1) return false;
    else {
      // The last run takes one character more; earlier ones never need to.
      taken += 1;
      at = taken;
      token = run + 1;
    }
  }
  return tokens.slice(token).every(({ kind }) => kind === "run");
}

export function fitsCharacter(token: GlobToken, character: string): boolean {
  switch (token.kind) {
    case "character":
      return token.character === character;
    case "set":
      return token.ranges.some(({ from, to }) => from <= character && character <= to) !== token.negated;
    default:
      return true;
  }
}
