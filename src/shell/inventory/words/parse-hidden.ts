import type { WordPart } from "unbash";
import { parse } from "unbash";
import type { Span } from "../../simple-script.ts";
import type { Reading } from "./reading.ts";

/** Parts of a text that the shell expands later, with a reading that reports all of them at one place in the line. */
interface Hidden {
  readonly parts: readonly WordPart[] | undefined;
  readonly reading: Reading;
}

/** Reads text as a shell does that expands it as if it stood in double quotes. */
export function parseHidden(text: string, at: Span, reading: Reading): Hidden {
  const source = `: "${text.replaceAll(/["\\]/g, "\\$&")}"`;
  const command = parse(source).commands[0]?.command;
  const word = command?.type === "Command" ? command.suffix[0] : undefined;
  const place = { ...reading.place, source, span: at };
  return { parts: word?.type === "Word" ? word.parts : undefined, reading: { ...reading, place } };
}

/** Whether there is anything to run in it. */
export function holdsCommand(text: string): boolean {
  return /\$\(|`|\$\{/.test(text);
}
