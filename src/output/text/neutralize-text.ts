import { escapeControls, findHidden } from "../../text/show-text.ts";
import { createEscapeStream } from "./escape-stream.ts";
import { createLineStream } from "./line-stream.ts";
import { chainStreams } from "./text-stream.ts";
import type { TextStream } from "./text-stream.ts";

/**
 * Text that can neither steer a terminal nor say one thing to a person and another to a model. Colours, cursor movement,
 * titles and links are taken out; other control characters, bidi marks and what has no width are shown as `\u202e`; what
 * a carriage return would write over stands on lines of its own. Takes linear time; doing it twice changes nothing.
 */
export function neutralizeText(text: string): string {
  if (PLAIN.test(text) || findHidden(text, 0) === -1) return text;
  const stream = createNeutralizer();
  return stream.push(text) + stream.end();
}

/** Most text is, and need not be walked. */
const PLAIN = /^[\t\n -~]*$/;

/** The same for a text that arrives in pieces. */
export function createNeutralizer(): TextStream {
  return chainStreams([createEscapeStream(), createLineStream()]);
}

/** The same for the name of a member, where two names must not become one: nothing is taken out, everything is shown. */
export function neutralizeName(name: string): string {
  return escapeControls(name);
}
