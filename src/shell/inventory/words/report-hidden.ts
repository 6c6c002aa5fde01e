import { holdsCommand, parseHidden } from "./parse-hidden.ts";
import { readInside } from "./read-parts.ts";
import type { Reading } from "./reading.ts";
import { complain } from "./reading.ts";
import type { Positioned } from "../walk.ts";
import { enter, toSpan } from "../walk.ts";

/** Whether text that a program gets would run a command where the shell takes it for the name of a variable. */
export function holdsHiddenCommand(text: string): boolean {
  const subscript = text.indexOf("[");
  return subscript !== -1 && holdsCommand(text.slice(subscript));
}

/** Reports a word that the shell evaluates a second time, and lists the commands that stand in it. */
export function reportHidden(text: string | null, at: Positioned, reading: Reading): void {
  complain(reading, at, "hidden-evaluation", "the shell evaluates this a second time, and runs what `[…]` in it holds");
  if (text === null || !holdsCommand(text)) return;
  const inside = { ...reading, place: enter(reading.place, "arithmetic", at, reading.walk) };
  const hidden = parseHidden(text, toSpan(at, reading.place), inside);
  readInside(hidden.parts, hidden.reading);
}
