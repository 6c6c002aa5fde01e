/** Where a text stands next, from a place on; -1 when it does not. */
export type Finder = (text: string, from?: number) => number;

/** Up to here the built-in search is fast enough whatever the texts are. */
const MAX_SIMPLE = 64;

/**
 * A search whose time grows with the sum of both lengths. The built-in one grows with their product for texts made for
 * it, and both come from whoever calls.
 */
export function createFinder(wanted: string): Finder {
  if (wanted.length <= MAX_SIMPLE) return (text, from = 0) => text.indexOf(wanted, from);
  const borders = toBorders(wanted);
  return (text, from = 0) => {
    let matched = 0;
    for (let at = from; at < text.length; at++) {
      const unit = text.charCodeAt(at);
      while (matched > 0 && unit !== wanted.charCodeAt(matched)) matched = borders[matched - 1] ?? 0;
      if (unit === wanted.charCodeAt(matched)) matched++;
      if (matched === wanted.length) return at + 1 - matched;
    }
    return -1;
  };
}

/** For each beginning of the text, how much of it also stands at its end: where a search goes on after a mismatch. */
function toBorders(wanted: string): Int32Array {
  const borders = new Int32Array(wanted.length);
  let length = 0;
  for (let at = 1; at < wanted.length; at++) {
    const unit = wanted.charCodeAt(at);
    while (length > 0 && unit !== wanted.charCodeAt(length)) length = borders[length - 1] ?? 0;
    if (unit === wanted.charCodeAt(length)) length++;
    borders[at] = length;
  }
  return borders;
}
