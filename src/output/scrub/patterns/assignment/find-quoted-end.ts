import { LONGEST_MATCH } from "../../scan/view.ts";
import type { View } from "../../scan/view.ts";

/**
 * Where a text in quotes ends: at the same quote, at the end of its line, or where the text itself does. `quote` may have
 * backslashes, and may be three.
 */
export function findQuotedEnd(view: View, from: number, quote: string): number | "pending" {
  const { text, isFinal } = view;
  const limit = Math.min(text.length, from + LONGEST_MATCH);
  const isLine = quote.length < 3 || quote.startsWith("\\");
  const isPlain = quote.length === 1;
  let at = from;
  while (at < limit) {
    const char = text[at];
    if (char === quote[0] && text.startsWith(quote, at)) break;
    if (isLine && quote !== "`" && char === "\n") break;
    at += isPlain && char === "\\" ? 2 : 1;
  }
  view.count(at - from);
  // A quote may be cut in two.
  const isOpen = at + quote.length > text.length && at < from + LONGEST_MATCH;
  if (isOpen && !isFinal) return "pending";
  return Math.min(at, limit);
}
