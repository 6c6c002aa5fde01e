import { posix } from "node:path";
import type { Judgement } from "./property.ts";
import { SYSTEM_FOLDERS } from "./sandbox/programs.ts";
import type { Executed } from "./sandbox/read-log.ts";
import type { Ran } from "./sandbox/run-batch.ts";

/** What a line did that nobody said it would. */
export interface Unexpected {
  /** Argument lists. */
  readonly executed: readonly (readonly string[])[];
  readonly changed: readonly string[];
}

/** Compares what happened with a judgement; `null` when everything was announced. */
export function findUnexpected({ commands, writes }: Judgement, ran: Ran): Unexpected | null {
  const executed = ran.executed
    .filter((one) => !commands.some((command) => isAnnounced(command, one)))
    .map(({ program, args }) => [program, ...args]);
  const expected = new Set(writes.map((path) => (path === null ? null : toAbsolute(path))));
  const changed = expected.has(null) ? [] : ran.changed.filter((path) => !expected.has(toAbsolute(path)));
  return executed.length === 0 && changed.length === 0 ? null : { executed, changed };
}

function isAnnounced([name, ...words]: readonly (string | null)[], { program, args }: Executed): boolean {
  // A name that nobody knew announces nothing.
  if (name === null || name === undefined) return false;
  const { dir, base } = posix.parse(program);
  const isNamed = name === program || (name === base && SYSTEM_FOLDERS.includes(dir));
  return isNamed && matchWords(words, args);
}

/** Whether the arguments are these words, where `null` is any number of arguments. */
function matchWords(words: readonly (string | null)[], args: readonly string[]): boolean {
  let at = 0;
  let word = 0;
  let back: { readonly word: number; at: number } | null = null;
  while (at < args.length) {
    if (words[word] === null) {
      back = { word, at };
      word++;
    } else if (word < words.length && words[word] === args[at]) {
      word++;
      at++;
    } else if (back === null) {
      return false;
    } else {
      back.at++;
      word = back.word + 1;
      at = back.at;
    }
  }
  return words.slice(word).every((rest) => rest === null);
}

function toAbsolute(path: string): string {
  return posix.resolve(START_FOLDER, path.replace(/^~(?=\/)/, "home"));
}

/** Deep enough that `..` in what a line writes stays distinct. */
const START_FOLDER = "/case/up/work";
