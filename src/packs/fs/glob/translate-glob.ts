import { parseClass } from "./parse-class.ts";

/**
 * `braces`: `{a,b}` means one of them, nesting allowed. `git`: braces stand for themselves, and `**` also crosses `/`
 * right after a beginning without special characters (`foo**\/bar`), as git has it.
 */
export type GlobDialect = "braces" | "git";

/**
 * A glob as the source of an RE2 pattern over a whole relative path: `*` and `?` stop at `/`, `**` as a whole part of the
 * path crosses it. `null` for a pattern that git reads as one that matches nothing.
 */
export function translateGlob(glob: string, dialect: GlobDialect): string | null {
  const chars = Array.from(glob);
  const closes = dialect === "braces" ? matchBraces(chars) : new Map<number, number>();
  let source = "";
  let open = 0;
  const firstSpecial = chars.findIndex((char) => "*?[\\".includes(char));
  for (let at = 0; at < chars.length;) {
    const char = chars[at] ?? "";
    if (char === "*") {
      const stars = readStars(chars, at, {
        inBraces: closes.size > 0,
        isAfterPlain: dialect === "git" && at === firstSpecial,
      });
      source += stars.source;
      at = stars.end;
      continue;
    }
    if (char === "[") {
      const read = parseClass(chars, at);
      if (read === null) return null;
      source += read.source;
      at = read.end;
      continue;
    }
    if (char === "\\") {
      const next = chars[at + 1];
      if (next === undefined) return null;
      source += quote(next);
      at += 2;
      continue;
    }
    const brace = readBrace(char, closes.has(at), open);
    open += brace?.opens ?? 0;
    source += brace?.source ?? (char === "?" ? "[^/]" : quote(char));
    at++;
  }
  return `(?s)\\A${source}\\z`;
}

function readStars(
  chars: readonly string[],
  start: number,
  { inBraces, isAfterPlain }: { inBraces: boolean; isAfterPlain: boolean },
): { source: string; end: number } {
  let end = start;
  while (chars[end] === "*") end++;
  const [before, after] = [chars[start - 1], chars[end]];
  const isStart =
    isAfterPlain || before === undefined || before === "/" || (inBraces && (before === "{" || before === ","));
  const isEnd = after === undefined || (inBraces && (after === "}" || after === ","));
  if (end - start < 2 || !isStart || !(isEnd || after === "/")) return { source: "[^/]*", end };
  return isEnd ? { source: ".*", end } : { source: "(?:.*/)?", end: end + 1 };
}

function readBrace(char: string, isPaired: boolean, open: number): { source: string; opens: number } | null {
  if (char === "{" && isPaired) return { source: "(?:", opens: 1 };
  if (char === "}" && open > 0) return { source: ")", opens: -1 };
  return char === "," && open > 0 ? { source: "|", opens: 0 } : null;
}

/** Where each brace that is closed opens, and where it closes; others stand for themselves. */
function matchBraces(chars: readonly string[]): ReadonlyMap<number, number> {
  const pairs = new Map<number, number>();
  const open: number[] = [];
  for (let at = 0; at < chars.length; at++) {
    const char = chars[at];
    if (char === "\\") at++;
    else if (char === "[") at = (parseClass(chars, at)?.end ?? at + 1) - 1;
    else if (char === "{") open.push(at);
    else if (char === "}") {
      const start = open.pop();
      if (start !== undefined) pairs.set(start, at);
    }
  }
  return pairs;
}

function quote(char: string): string {
  return /^[\w/\u0080-\u{10ffff}]$/u.test(char) ? char : `\\x{${(char.codePointAt(0) ?? 0).toString(16)}}`;
}
