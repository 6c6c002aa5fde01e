import { tokenize } from "../tokenize.ts";
import { ACTIONS } from "./actions.ts";
import { THINGS } from "./things.ts";

/**
 * What else a word may be called where tools are described, by stem. Words of one line stand for each other; `word > …`
 * says that a word stands for the others and not they for it. Of general use: no tool's own words.
 */
export function findSynonyms(word: string): readonly string[] {
  return TABLE.get(word) ?? [];
}

const TABLE: ReadonlyMap<string, readonly string[]> = readTable(`${ACTIONS}${THINGS}`);

function readTable(lines: string): ReadonlyMap<string, readonly string[]> {
  const table = new Map<string, Set<string>>();
  const note = (word: string, others: readonly string[]): void => {
    const known = table.get(word) ?? new Set();
    for (const other of others) if (other !== word) known.add(other);
    table.set(word, known);
  };
  for (const line of lines.split("\n").filter((text) => text !== "")) {
    const [left = "", right] = line.split(" > ");
    const words = tokenize(left);
    if (right !== undefined) note(words.join(""), tokenize(right));
    else for (const word of words) note(word, words);
  }
  return new Map([...table].map(([word, others]) => [word, [...others]]));
}
