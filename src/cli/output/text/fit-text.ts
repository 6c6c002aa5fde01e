import { displayWidth } from "../../../text/display-width.ts";

/** The text, or as much of its beginning as fits into `width` columns with an ellipsis. */
export function fitText(text: string, width: number): string {
  if (displayWidth(text) <= width) return text;
  let fitted = "";
  let used = 1;
  for (const character of text) {
    used += displayWidth(character);
    if (used > width) break;
    fitted += character;
  }
  return `${fitted}…`;
}
