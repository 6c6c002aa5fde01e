import type { Span } from "../../../shell/simple-script.ts";
import { showText } from "../../../text/show-text.ts";

/** A part of a line as it was written, for messages. */
export function showSource({ start, end }: Span, text: string): string {
  return `\`${showText(text.slice(start, end), 80)}\``;
}
