import type { Rule } from "../../policy.ts";
import type { PatternPlace } from "./match-path.ts";
import { toParts, toWideBases } from "./match-path.ts";
import { fitsCharacter } from "./match-segment.ts";
import type { PathPattern } from "./path-pattern.ts";
import type { GlobToken, SegmentGlob } from "./segment-glob.ts";
import { parseSegment } from "./segment-glob.ts";
import { toPathPattern } from "./to-path-pattern.ts";

/** Whether a file that fits a pattern of a shell may be one that a deny or ask is about. `path`: absolute, with `*`, `?` or `[…]`. */
export function globMayMean(rule: Rule, path: string, place: PatternPlace): boolean {
  const parsed = toPathPattern(rule);
  if (rule.specifier == null || !parsed.ok) return true;
  const parts = toParts(path, "/").map((part) => parseSegment(part, true));
  return toWideBases(parsed.pattern, place).some((base) => meet(toSegments(parsed.pattern, base), parts));
}

/** `null` stands for `**`. */
function toSegments({ blocks, floats }: PathPattern, base: string): readonly (SegmentGlob | null)[] {
  const inner = blocks.flatMap((block, index): readonly (SegmentGlob | null)[] =>
    index > 0 || floats ? [null, ...block] : block,
  );
  return [...toParts(base, "/").map((part) => parseSegment(part.replace(/[\\*?[]/g, "\\$&"), true)), ...inner];
}

/** Whether some path fits both; everything below what the rule is about is meant, too. */
function meet(rule: readonly (SegmentGlob | null)[], path: readonly SegmentGlob[]): boolean {
  let next = Array.from({ length: path.length + 1 }, () => true);
  for (const segment of rule.toReversed()) {
    const row = Array.from({ length: path.length + 1 }, () => false);
    for (let at = path.length; at >= 0; at -= 1) {
      const part = path[at];
      if (segment === null) row[at] = next[at] === true || row[at + 1] === true;
      else row[at] = part !== undefined && next[at + 1] === true && overlap(segment, part);
    }
    next = row;
  }
  return next[0] === true;
}

function overlap(rule: SegmentGlob, part: SegmentGlob): boolean {
  const one = toTokens(rule);
  const other = toTokens(part);
  // In a shell, no pattern fits a dot at the beginning that it does not have itself.
  const isHidden = one[0]?.kind === "character" && one[0].character === ".";
  if (isHidden && other[0]?.kind !== "character") return false;
  let next = other.map((_, at) => other.slice(at).every(({ kind }) => kind === "run")).concat(true);
  for (const token of one.toReversed()) {
    const row: boolean[] = next.map(() => false);
    for (let at = other.length; at >= 0; at -= 1) row[at] = fit(token, other[at], at, row, next);
    next = row;
  }
  return next[0] === true;
}

function fit(
  token: GlobToken,
  other: GlobToken | undefined,
  at: number,
  row: boolean[],
  next: readonly boolean[],
): boolean {
  const further = row[at + 1] === true;
  if (token.kind === "run") return next[at] === true || (other !== undefined && further);
  if (other === undefined) return false;
  if (other.kind === "run") return further || next[at] === true;
  return next[at + 1] === true && isAlike(token, other);
}

function isAlike(token: GlobToken, other: GlobToken): boolean {
  if (token.kind === "character") return fitsCharacter(other, token.character);
  return other.kind === "character" ? fitsCharacter(token, other.character) : true;
}

function toTokens(glob: SegmentGlob): readonly GlobToken[] {
  if ("tokens" in glob) return glob.tokens;
  return Array.from(glob.text, (character) => ({ kind: "character", character }));
}
