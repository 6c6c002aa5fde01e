import path from "node:path";
import { expandGlob } from "../../../facts/expand-glob.ts";
import type { CommandAnalysis, CommandItem, ItemWord } from "../../../shell/analysis.ts";

/**
 * The line with the file names that its patterns stand for, and the home folder for `~`, each quoted: what a shell would
 * work out is worked out before anybody judges it. `null`: there is nothing of the kind, or it cannot be known.
 */
export function expandLine({ text, items }: CommandAnalysis, folder: string, home: string): string | null {
  const words = items.flatMap((item) => item.words.map((word) => ({ word, item })));
  const open = words.filter(({ word }) => word.glob || word.tilde);
  if (open.length === 0) return null;
  let expanded = "";
  let at = 0;
  for (const { word, item } of open.toSorted((a, b) => a.word.start - b.word.start)) {
    const names = expandWord(word, toFolder(item, folder, home), home);
    if (names === null || word.start < at) return null;
    expanded += text.slice(at, word.start) + names.map(quote).join(" ");
    at = word.end;
  }
  return expanded + text.slice(at);
}

/** A word that is partly quoted is left to a shell: which of its characters are a pattern is not known here. */
function expandWord(word: ItemWord, folder: string | null, home: string): readonly string[] | null {
  if (word.text === null || word.quoted || folder === null) return null;
  const pattern = word.tilde ? home + word.text.slice(1) : word.text;
  if (!word.glob) return [pattern];
  // Without a name that fits, the pattern stands for itself.
  const names = expandGlob(pattern, folder) ?? [pattern];
  // A file named `-delete` is a file, not an option.
  return names.map((name) => (name.startsWith("-") ? `./${name}` : name));
}

function toFolder({ folder }: CommandItem, start: string, home: string): string | null {
  if (folder === null) return null;
  return folder.startsWith("~") ? path.join(home, folder.slice(1)) : path.resolve(start, folder);
}

function quote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
