import { parse } from "unbash";
import type { Reading } from "../words/reading.ts";
import { complain, startReading } from "../words/reading.ts";
import { toItemWord } from "../words/to-item-word.ts";
import type { Positioned } from "../walk.ts";
import { toSpan } from "../walk.ts";

/** Text that looks as if it ran something once it is evaluated as a subscript. */
const SUBSCRIPT_WITH_COMMAND = /\[[^]*(?:\$\(|`|\$\{)/;

/** Whether text that a program gets would run a command where the shell takes it for the name of a variable. */
export function holdsHiddenCommand(text: string): boolean {
  return SUBSCRIPT_WITH_COMMAND.test(text);
}

/** Reports a word that the shell evaluates a second time, and lists the commands that stand in it. */
export function reportHidden(text: string | null, at: Positioned, reading: Reading): void {
  complain(reading, at, "hidden-evaluation", "the shell evaluates this a second time, and runs what `[…]` in it holds");
  if (text === null || !/\$\(|`/.test(text)) return;
  const source = `: "${text.replaceAll(/["\\]/g, "\\$&")}"`;
  const command = parse(source).commands[0]?.command;
  const word = command?.type === "Command" ? command.suffix[0] : undefined;
  if (word?.type !== "Word") return;
  const inside = startReading(reading.walk, { ...reading.place, source, span: toSpan(at, reading.place) });
  toItemWord(word, inside);
  for (const { node, contexts, place } of inside.nested) {
    reading.nested.push({ node, contexts: ["arithmetic", ...contexts], place });
  }
}
