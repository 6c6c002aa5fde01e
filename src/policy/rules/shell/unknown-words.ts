import type { ItemWord } from "../../../shell/analysis.ts";

/** Text of other commands is data, whose commands are judged by themselves; everything else may be anything. */
export function isUnknowable(word: ItemWord, line: string): boolean {
  const isText = word.dynamic === "substitution" || word.dynamic === "process-substitution";
  return word.text === null && !isText && !isStatus(word, line);
}

/** Whether `$?`, a number, is all that a shell could tell in a word. */
export function isStatus({ text, start, end }: ItemWord, line: string): boolean {
  const source = line.slice(start, end);
  return text === null && source.includes("$?") && !/[$`{}]/.test(source.replaceAll("$?", ""));
}
