import { createScanner } from "jsonc-parser";

/** `SyntaxKind` of the scanner, whose own enum exists at compile time only. */
const [OPEN_OBJECT, CLOSE_OBJECT, OPEN_LIST, CLOSE_LIST, COMMA, COLON, STRING, END] = [
  1, 2, 3, 4, 5, 6, 10, 17,
] as const;
const SECRET_KEYS: ReadonlySet<string> = new Set(["encrypted_env", "env"]);

/**
 * The text of a JSON definition with stars for the values of its environment, of the same length, to be shown to people.
 * It need not be right: this is for showing what is wrong with it.
 */
export function maskValues(text: string): string {
  if (!/^\s*[{[]/.test(text) || !/env"|\\u/.test(text)) return text;
  const scanner = createScanner(text, true);
  const pieces: string[] = [];
  let end = 0;
  // Where the environment's value began, as the depth around it; `null` outside of one.
  let inside: number | null = null;
  let depth = 0;
  let last: { readonly offset: number; readonly length: number; readonly text: string } | null = null;
  const flush = (): void => {
    if (inside === null || last === null) return;
    // A string that nothing closes has no quote to leave at its end.
    const until = last.offset + last.length - (last.length > 1 && text[last.offset + last.length - 1] === '"' ? 1 : 0);
    pieces.push(text.slice(end, last.offset + 1), "*".repeat(until - last.offset - 1));
    end = until;
  };
  for (let token: number = scanner.scan(); token !== END; token = scanner.scan()) {
    if (token === COLON) {
      if (inside === null && last !== null && SECRET_KEYS.has(last.text)) inside = depth;
      last = null;
      continue;
    }
    flush();
    last = null;
    if (token === OPEN_OBJECT || token === OPEN_LIST) depth++;
    if (token === CLOSE_OBJECT || token === CLOSE_LIST) depth--;
    const isOver = inside !== null && (depth < inside || (token === COMMA && depth === inside));
    if (isOver) inside = null;
    if (token === STRING) {
      last = { offset: scanner.getTokenOffset(), length: scanner.getTokenLength(), text: scanner.getTokenValue() };
    }
  }
  flush();
  return pieces.join("") + text.slice(end);
}
