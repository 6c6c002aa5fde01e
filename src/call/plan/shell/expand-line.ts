import path from "node:path";
import { expandGlob } from "../../../facts/expand-glob.ts";
import type { CommandAnalysis, ItemWord } from "../../../shell/analysis.ts";
import { parseSimpleScript } from "../../../shell/parse-simple-script.ts";
import type { SimpleStep } from "../../../shell/simple-script.ts";
import { toMove, trackFolders } from "./track-folders.ts";

/**
 * The line with the file names that its patterns stand for, and the home folder for `~`, each quoted: what a shell would
 * work out is worked out before anybody judges it. `null`: there is nothing of the kind, or it cannot be known.
 */
export function expandLine({ text, items }: CommandAnalysis, folder: string, home: string): string | null {
  const words = items.flatMap((item) => item.words).filter(({ glob, tilde }) => glob || tilde);
  if (words.length === 0) return null;
  const folderOf = locateWords(mask(text, words), folder, home);
  let expanded = "";
  let at = 0;
  for (const word of words.toSorted((a, b) => a.start - b.start)) {
    const names = expandWord(word, folderOf(word), home);
    if (names === null || word.start < at) return null;
    expanded += text.slice(at, word.start) + names.map(quote).join(" ");
    at = word.end;
  }
  return expanded + text.slice(at);
}

/** The same line, as long, with nothing in it that a shell would work out. */
function mask(text: string, words: readonly ItemWord[]): string {
  return words.reduce(
    (masked, { start, end }) =>
      masked.slice(0, start) + text.slice(start, end).replace(/[*?[\]~!^]/g, "x") + masked.slice(end),
    text,
  );
}

/** In which folder a word is read; `null`: that depends on what ran before it. */
function locateWords(masked: string, folder: string, home: string): (word: ItemWord) => string | null {
  const script = parseSimpleScript(masked);
  if (!script.ok) return () => null;
  const tracked = trackFolders(script.steps);
  return (word) => {
    const index = script.steps.findLastIndex((step) => startOf(step) <= word.start);
    const step = script.steps[index];
    const moves = tracked[index]?.moves ?? null;
    // A folder that is a pattern itself is left to a shell.
    if (step === undefined || moves === null || toMove(step) !== null) return null;
    return moves.reduce((from, move) => (move === "~" ? home : path.resolve(from, move)), folder);
  };
}

function startOf({ stages }: SimpleStep): number {
  return stages[0]?.words[0].start ?? 0;
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

function quote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
