import { HEX } from "./char-classes.ts";
import type { Finder } from "./finder.ts";
import { isIn } from "./view.ts";
import type { Found, Span, View } from "./view.ts";

/** Looks at a whole run of hex digits. `pending`: what follows it decides. */
export interface RunMatcher {
  readonly name: string;
  readonly match: (view: View, run: Span) => Found;
}

/** Shorter runs are not looked at, so that only every so many characters have to be. */
const SHORTEST = 32;
const HALF = 15;
/** From here on a run is a key, whatever stands around it. */
const LONG = 64;
/** How long a run can be of which what stands before it decides. */
export const LONGEST_NAMED = 128;

/** Finds runs of hex digits. A run that goes on where a text ends is waited for until it is longer than any with a name. */
export function createHexRunFinder(matchers: readonly RunMatcher[]): Finder {
  return (view, from, spans) => {
    const { text, isFinal } = view;
    let at = from;
    for (;;) {
      const run = findRun(view, at);
      if (run === null) return isFinal ? text.length : trailingRun(view, at);
      const isOpen = run.end === text.length && !isFinal;
      // What was before `from` is out already, and was long: this is the rest of it.
      const goesOn = from - run.start >= LONG;
      if (isOpen && !goesOn && run.end - run.start <= LONGEST_NAMED) return run.start;
      for (const { name, match } of matchers) {
        const found = match(view, run);
        if (found === "pending") return run.start;
        if (found !== null) spans.add(Math.max(found.start, from - 1), found.end, name);
      }
      at = run.end;
    }
  };
}

/** The next run of at least `SHORTEST` that ends after `from`; it may begin before. */
function findRun({ text }: View, from: number): Span | null {
  let start = from;
  while (start > 0 && from - start < LONGEST_NAMED && isIn(HEX, text.charCodeAt(start - 1))) start -= 1;
  for (let at = start + SHORTEST - 1; at < text.length; at += SHORTEST) {
    if (!isIn(HEX, text.charCodeAt(at))) continue;
    // A run that is long enough has half of that on one side.
    if (!isIn(HEX, text.charCodeAt(at - HALF)) && !isIn(HEX, text.charCodeAt(at + HALF))) continue;
    let first = at;
    while (first > start && isIn(HEX, text.charCodeAt(first - 1))) first -= 1;
    let end = at + 1;
    while (end < text.length && isIn(HEX, text.charCodeAt(end))) end += 1;
    if (end - first >= SHORTEST && end > from) return { start: first, end };
    start = end;
    at = end - 1;
  }
  return null;
}

function trailingRun({ text }: View, from: number): number {
  let start = text.length;
  while (start > from && isIn(HEX, text.charCodeAt(start - 1))) start -= 1;
  return start;
}
