import { foldPath } from "../../protected-paths/fold-path.ts";

/** One part of a path pattern, between two slashes: plain text, or tokens where it has `*`, `?` or `[…]`. */
export type SegmentGlob = { readonly text: string } | { readonly tokens: readonly GlobToken[] };

export type GlobToken =
  | { readonly kind: "character"; readonly character: string }
  | { readonly kind: "one" }
  | { readonly kind: "run" }
  | { readonly kind: "set"; readonly negated: boolean; readonly ranges: readonly CharacterRange[] };

interface CharacterRange {
  readonly from: string;
  readonly to: string;
}

/** Reads one part as `.gitignore` does; `\` takes the meaning of the next character away. `fold`: spellings of one name are equal. */
export function parseSegment(segment: string, fold: boolean): SegmentGlob {
  const tokens: GlobToken[] = [];
  let plain = "";
  for (let at = 0; at < segment.length; at += 1) {
    const character = segment.charAt(at);
    const set = character === "[" ? readSet(segment, at, fold) : null;
    const token = set?.token ?? toWildcard(character);
    if (token === null) {
      const isEscape = character === "\\" && at + 1 < segment.length;
      if (isEscape) at += 1;
      plain += isEscape ? segment.charAt(at) : character;
      continue;
    }
    tokens.push(...toCharacters(plain, fold), token);
    plain = "";
    if (set !== null) at = set.end;
  }
  if (tokens.length === 0) return { text: fold ? foldPath(plain) : plain };
  return { tokens: [...tokens, ...toCharacters(plain, fold)] };
}

function toCharacters(plain: string, fold: boolean): readonly GlobToken[] {
  return Array.from(fold ? foldPath(plain) : plain, (character) => ({ kind: "character", character }));
}

function toWildcard(character: string): GlobToken | null {
  if (character === "*") return { kind: "run" };
  return character === "?" ? { kind: "one" } : null;
}

/** `[a-z]`, `[!x]`, `[]x]`; `null` where the bracket is never closed and so stands for itself. */
function readSet(segment: string, start: number, fold: boolean): { token: GlobToken; end: number } | null {
  let at = start + 1;
  const negated = "!^".includes(segment.charAt(at)) && segment.charAt(at) !== "";
  if (negated) at += 1;
  const ranges: CharacterRange[] = [];
  const first = at;
  while (at < segment.length && (segment.charAt(at) !== "]" || at === first)) {
    const from = readMember(segment, at);
    const hasEnd = segment.charAt(from.next) === "-" && !["", "]"].includes(segment.charAt(from.next + 1));
    const to = hasEnd ? readMember(segment, from.next + 1) : from;
    ranges.push(...toRanges(from.character, to.character, fold));
    at = to.next;
  }
  return at < segment.length ? { token: { kind: "set", negated, ranges }, end: at } : null;
}

function readMember(segment: string, at: number): { character: string; next: number } {
  const isEscape = segment.charAt(at) === "\\" && at + 1 < segment.length;
  const start = isEscape ? at + 1 : at;
  const character = String.fromCodePoint(segment.codePointAt(start) ?? 0);
  return { character, next: start + character.length };
}

function toRanges(from: string, to: string, fold: boolean): readonly CharacterRange[] {
  if (!fold) return [{ from, to }];
  return [
    { from: from.toLowerCase(), to: to.toLowerCase() },
    { from: from.toUpperCase(), to: to.toUpperCase() },
  ];
}
