/**
 * Whether a URI can have come from a URI template: its literal pieces are there in order, from the beginning to the end. What
 * stands in the places is the server's to judge.
 */
export function fitsTemplate(uri: string, template: string): boolean {
  const [first = "", ...pieces] = toLiterals(template);
  const last = pieces.pop();
  if (last === undefined) return uri === first;
  if (!uri.startsWith(first)) return false;
  let at = first.length;
  for (const piece of pieces) {
    const found = uri.indexOf(piece, at);
    if (found === -1) return false;
    at = found + piece.length;
  }
  return uri.length >= at + last.length && uri.endsWith(last);
}

/** What is around the places in braces, from the beginning to the end. */
export function toLiterals(template: string): string[] {
  const literals: string[] = [];
  let at = 0;
  for (;;) {
    const open = template.indexOf("{", at);
    const close = open === -1 ? -1 : template.indexOf("}", open);
    if (close === -1) return [...literals, template.slice(at)];
    literals.push(template.slice(at, open));
    at = close + 1;
  }
}
