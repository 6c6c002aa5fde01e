import type { Finder } from "./finder.ts";
import { toBorders } from "./borders.ts";

/**
 * Finds one text in a single walk that never goes back, for those that an index cannot hold: too short, or so repetitive
 * that comparing it at each place could take the square of its length.
 */
export function createValueFinder(value: string, name: string): Finder {
  const borders = toBorders(value);
  return (view, from, spans) => {
    const { text, isFinal } = view;
    let matched = 0;
    view.count(text.length - from);
    for (let at = from; at < text.length; at++) {
      const code = text.charCodeAt(at);
      while (matched > 0 && code !== value.charCodeAt(matched)) matched = borders[matched - 1] ?? 0;
      if (code === value.charCodeAt(matched)) matched += 1;
      if (matched < value.length) continue;
      spans.add(at + 1 - matched, at + 1, name);
      matched = borders[matched - 1] ?? 0;
    }
    return isFinal ? text.length : text.length - matched;
  };
}
