import { CHAR_CLASSES, CLASS } from "./char-classes.ts";

/** From `start` up to, not including, `end`. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** What a matcher says of one place; `pending`: the text may go on, and what comes decides. */
export type Found = Span | "pending" | null;

/** How far before its place a matcher may look: a stream keeps that much of what it has handed on. */
export const LOOK_BEHIND = 192;

/** The longest match: what is longer ends there. A stream holds back no more than that. */
export const LONGEST_MATCH = 16_384;

const MOST_PARTS = 16;

interface Run {
  start: number;
  end: number;
}

/** A text under a scan, with what was already learnt about it, so that no run of characters is walked twice. */
export class View {
  readonly text: string;
  /** No more text follows; otherwise what its end decides is `pending`. */
  readonly isFinal: boolean;
  /** Characters that were looked at, for the proof that work grows with the text and not faster. */
  worked = 0;
  /** What was found last: what lies in it need not be judged. */
  found: Span = { start: 0, end: 0 };
  #runs: Map<number, Run> | null = null;

  constructor(text: string, isFinal: boolean) {
    this.text = text;
    this.isFinal = isFinal;
  }

  /**
   * Where the characters of the classes end that begin at `from`; looks no further than `LONGEST_MATCH`. What is
   * remembered is remembered for each part of a match.
   */
  runEnd(classes: number, from: number, part = 0): number {
    const { text } = this;
    const key = classes * MOST_PARTS + part;
    this.#runs ??= new Map();
    let run = this.#runs.get(key);
    if (run === undefined) this.#runs.set(key, (run = { start: from, end: from }));
    if (from < run.start || from > run.end) {
      run.start = from;
      run.end = from;
    }
    const limit = Math.min(text.length, from + LONGEST_MATCH);
    let end = run.end;
    while (end < limit && isIn(classes, text.charCodeAt(end))) end += 1;
    this.worked += 1 + end - run.end;
    run.end = end;
    return Math.min(end, limit);
  }

  count(characters: number): void {
    this.worked += characters;
  }
}

/** Whether a character is of one of the classes. */
export function isIn(classes: number, code: number): boolean {
  return ((CHAR_CLASSES[code] ?? CLASS.other) & classes) !== 0;
}
