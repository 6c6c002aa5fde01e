/**
 * Takes off the line end that editors and `echo` put behind a single line. A text of several lines, such as a key, stays
 * as it is: some programs refuse one without its last line end.
 */
export function trimLineEnd(text: string): string {
  const line = text.replace(/\r?\n$/, "");
  return line.includes("\n") ? text : line;
}
