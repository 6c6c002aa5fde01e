import type { TextStream } from "./text-stream.ts";

/** A longer line is no state of a progress display. */
const MAX_STATE = 4096;

/**
 * Writes what a terminal would write over itself below each other. Of states that differ in figures and signs alone, as
 * those of a progress display do, only the last is left, and how many are not is said: no word can be hidden by a
 * carriage return behind it.
 */
export function createLineStream(): TextStream {
  let line = NEW_LINE;
  let isReturned = false;
  const push = (chunk: string): string => {
    if (!isReturned && line.state === null && !chunk.includes("\r")) {
      line = afterPlain(line, chunk);
      return chunk;
    }
    let out = "";
    for (const [piece] of chunk.matchAll(/[\r\n]|[^\r\n]+/g)) {
      if (piece === "\r") isReturned = true;
      else {
        const [told, next] =
          piece === "\n" ? endLine(line) : addText(isReturned ? beginState(line) : ["", line], piece);
        out += told;
        line = next;
        isReturned = false;
      }
    }
    return out;
  };
  return { push, end: () => endLine(line)[0].slice(0, -1) };
}

interface Line {
  /** Whether anything but blanks stands on it. */
  readonly hasText: boolean;
  /** What is being written over the line; `null`: nothing is. */
  readonly state: string | null;
  /** The state before, until it is known whether it was one of many. */
  readonly last: string | null;
  readonly dropped: number;
}

type Step = readonly [told: string, line: Line];

const NEW_LINE: Line = { hasText: false, state: null, last: null, dropped: 0 };

function afterPlain(line: Line, text: string): Line {
  const start = text.lastIndexOf("\n") + 1;
  return { ...NEW_LINE, hasText: (start === 0 && line.hasText) || /\S/.test(text.slice(start)) };
}

function beginState(line: Line): Step {
  if (!line.hasText) return ["", line];
  const [told, next] = endState(line);
  return [told, { ...next, state: "" }];
}

function addText([told, line]: Step, text: string): Step {
  if (line.state === null) return [told + text, afterPlain(line, text)];
  const state = line.state + text;
  if (state.length <= MAX_STATE) return [told, { ...line, state }];
  return [`${told}${tell(line)}\n${state}`, { ...NEW_LINE, hasText: true }];
}

function endState(line: Line): Step {
  const { state, last, dropped } = line;
  if (state === null || state.trim() === "") return ["", { ...line, state: null }];
  const next = { ...line, state: null, last: state };
  if (last === null) return ["", next];
  if (lettersOf(last) === lettersOf(state)) return ["", { ...next, dropped: dropped + 1 }];
  return [tell(line), { ...next, dropped: 0 }];
}

function endLine(line: Line): Step {
  const [told, next] = endState(line);
  return [`${told}${tell(next)}\n`, NEW_LINE];
}

function tell({ last, dropped }: Line): string {
  if (last === null) return "";
  return `${dropped === 0 ? "" : `\n[earlier states of this line left out: ${dropped}]`}\n${last}`;
}

function lettersOf(text: string): string {
  return text.replace(/\P{L}+/gu, "");
}
