import { displayWidth } from "../../text/display-width.ts";

const NARROWEST = 20;

/**
 * The text over several lines of at most `width` columns, broken at spaces where there are any. Lines after the first
 * begin with `indent` spaces, so that no text can look like the next line of what it stands in.
 */
export function wrapText(text: string, width: number, indent: number): string {
  const room = Math.max(NARROWEST, width - indent);
  const lines: string[] = [];
  let rest = text;
  for (;;) {
    const fitting = takeColumns(rest, room);
    if (fitting.length === rest.length) return [...lines, rest].join(`\n${" ".repeat(indent)}`);
    // A space right after what fits is as good a place as one within it.
    const space = rest.slice(0, fitting.length + 1).lastIndexOf(" ");
    const end = space > 0 ? space : fitting.length;
    lines.push(rest.slice(0, end));
    rest = rest.slice(space > 0 ? end + 1 : end);
  }
}

function takeColumns(text: string, columns: number): string {
  let end = 0;
  let used = 0;
  for (const character of text) {
    used += displayWidth(character);
    if (used > columns) break;
    end += character.length;
  }
  return text.slice(0, end);
}
