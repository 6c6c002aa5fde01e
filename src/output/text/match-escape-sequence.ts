/** Longer ones are no terminal's; taking out more would let a text that is never ended swallow what follows. */
const MAX_STRING = 8192;

/** Colours, cursor movement, modes: `ESC [ … letter`. */
const CONTROL = /(?:\u001b\[|\u009b)[0-?]{0,64}[ -/]{0,8}[@-~]/y;
const CONTROL_BEGUN = /(?:\u001b\[|\u009b)[0-?]{0,64}[ -/]{0,8}$/y;
/** Titles, links, device strings: everything up to their end, which must come on the same line. */
const STRING =
  /(?:\u001b[\]PX^_]|[\u0090\u0098\u009d-\u009f])[^\u0000-\u001f\u007f-\u009f]*(?:\u0007|\u001b\\|\u009c)/y;
const STRING_BEGUN = /(?:\u001b[\]PX^_]|[\u0090\u0098\u009d-\u009f])[^\u0000-\u001f\u007f-\u009f]*\u001b?$/y;
/** Two characters, or a few: `ESC c`, `ESC ( B`. */
const SHORT = /\u001b[ -/]{0,4}[0-OQ-WYZ\\`-~]/y;
const SHORT_BEGUN = /\u001b[ -/]{0,4}$/y;

/**
 * Where the escape sequence that begins at `start` ends: behind its last character. `begun`: the text ends before it
 * does. `null`: it is none, or a broken one, whose parts have to be shown.
 */
export function matchEscapeSequence(text: string, start: number): number | "begun" | null {
  const end = endOf(CONTROL, text, start) ?? endOf(SHORT, text, start) ?? endOf(STRING, text, start);
  if (end !== null) return end - start > MAX_STRING ? null : end;
  if (text.length - start > MAX_STRING) return null;
  const isBegun = [CONTROL_BEGUN, SHORT_BEGUN, STRING_BEGUN].some((begun) => endOf(begun, text, start) !== null);
  return isBegun ? "begun" : null;
}

function endOf(pattern: RegExp, text: string, start: number): number | null {
  pattern.lastIndex = start;
  return pattern.test(text) ? pattern.lastIndex : null;
}
