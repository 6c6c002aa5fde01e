import type { CodeWord } from "./code-word.ts";
import { tokenizeCode } from "./tokenize-code.ts";
import type { CodeToken } from "./tokenize-code.ts";

/** One simple command inside the author's shell code. */
export interface CodeCommand {
  readonly words: readonly CodeWord[];
  /** Whether it reads what another command writes. */
  readonly isPiped: boolean;
}

/** Words that may stand before a command's name in shell code. */
export const COMMAND_PREFIX: RegExp =
  /^(if|then|elif|else|while|until|do|!|time|exec|command|builtin|nohup|[A-Za-z_]\w*\+?=.*)$/s;

/**
 * The commands of the code of `sh -c CODE $0 $1 …`, as far as needed to see where values go: words with the expansions
 * that can hold a caller's value. `rest` is what follows the code. Wrong only towards more words with values.
 */
export function toCommands(code: string, rest: readonly CodeWord[]): readonly CodeCommand[] {
  const expansions = makeExpansions(code, rest);
  const commands: CodeCommand[] = [];
  let words: CodeWord[] = [];
  let piped = false;
  const finish = (separator: string): void => {
    if (words.length > 0) commands.push({ words, isPiped: piped });
    words = [];
    piped = separator === "|" || separator === "|&";
  };
  for (const token of tokenizeCode(code)) {
    if (token.kind === "separator") finish(token.text);
    else
      words.push(
        toWord(
          token,
          words.every(({ start }) => COMMAND_PREFIX.test(start)),
          expansions,
        ),
      );
  }
  finish("");
  return commands;
}

/** Whether an expansion can hold a value, and in the place of a command's name. */
type Expansions = (name: string, isCommand: boolean) => boolean;

function makeExpansions(code: string, rest: readonly CodeWord[]): Expansions {
  const assigned = new Set<string>();
  for (const found of code.matchAll(/\b([A-Za-z_]\w*)\+?=|\bfor\s+([A-Za-z_]\w*)|\bread\b([^;\n|&]*)/g)) {
    for (const name of `${found[1] ?? ""} ${found[2] ?? ""} ${found[3] ?? ""}`.split(/\s+/)) assigned.add(name);
  }
  const isShifted = /\b(shift|set)\b/.test(code);
  const any = rest.some(({ hasValue }) => hasValue);
  return (name, isCommand) => {
    if (!any) return false;
    if (!/^[0-9@*]/.test(name)) return assigned.has(name);
    if (!isCommand && /[@*]/.test(name)) return true;
    const position = /[@*]/.test(name) ? 1 : Number(name);
    const before = rest.slice(0, position + 1);
    const isKnown = before.length === position + 1 && before.every(({ hasValue, isFixed }) => isFixed && !hasValue);
    return isShifted || !isKnown;
  };
}

function toWord({ text, start, names }: CodeToken, isCommand: boolean, holds: Expansions): CodeWord {
  const hasValue = names.some((name) => holds(name, isCommand));
  return { start: hasValue ? start : text, hasValue, isFixed: names.length === 0 };
}
