import { escapeControls } from "../../../text/show-text.ts";

/** Tag characters: invisible everywhere, so that text can hide from the human who approves it. */
const INVISIBLE = /[\u{e0000}-\u{e007f}]/gu;

/** One line that shows every control character as a visible escape. For names, paths, reasons, cells. */
export function escapeLine(text: string): string {
  return escapeControls(text).replace(INVISIBLE, (found) => `\\u{${found.codePointAt(0)?.toString(16) ?? ""}}`);
}

/** The same for several lines: newlines and tabs stay; a carriage return before a newline is dropped. */
export function escapeBlock(text: string): string {
  return text
    .replaceAll("\r\n", "\n")
    .split(/([\n\t])/)
    .map((part) => (part === "\n" || part === "\t" ? part : escapeLine(part)))
    .join("");
}
