import { matchPieces, matchText } from "../../text/match-text.ts";
import type { CommandPattern } from "./command-pattern.ts";
import type { WordFit } from "./match-words.ts";
import { matchWords } from "./match-words.ts";

/** `maybe`: a word that is only known when it runs decides. */
export type Meant = "yes" | "maybe" | "no";

/** Whether a deny or ask means a command, given as the words that its program gets; `null`: only known when it runs. */
export function meansCommand(pattern: CommandPattern, words: readonly (string | null)[]): Meant {
  const [program = null, ...rest] = words;
  // Most rules of a long list end here.
  if (program !== null && !mayBegin(pattern, program)) return "no";
  const spellings = program?.includes("/") === true ? [program, toBaseName(program)] : [program];
  const vectors = spellings.map((spelling) => [spelling, ...rest]);
  if (vectors.some((vector) => isMeant(pattern, vector))) return "yes";
  if (!words.includes(null)) return "no";
  return vectors.some((vector) => matchWords(pattern.words, vector, GUESS)) ? "maybe" : "no";
}

function mayBegin({ words: [first] }: CommandPattern, program: string): boolean {
  if (first?.kind !== "word" || first.pieces.length > 1) return true;
  return first.pieces[0] === program || first.pieces[0] === toBaseName(program);
}

/** `/bin/rm` is `rm`. */
export function toBaseName(program: string): string {
  return program.slice(program.lastIndexOf("/") + 1);
}

function isMeant({ words: pattern, text }: CommandPattern, words: readonly (string | null)[]): boolean {
  const [first] = pattern;
  const program = words[0] ?? null;
  const isOther = first?.kind === "word" && program !== null && !matchPieces(first.pieces, program);
  if (!isOther && matchWords(pattern, words, KNOWN)) return true;
  // Only a `*` inside of a word may reach over blanks, and only where the beginning fits.
  const [begin = ""] = text.pieces;
  if (text.pieces.length === 1 || (program !== null && !begin.startsWith(program) && !program.startsWith(begin)))
    return false;
  return matchText(text, words.map((word) => word ?? UNKNOWN).join(" "));
}

/** Stands for a word that is not known; no rule can have it. */
const UNKNOWN = "\u0000";

const KNOWN: WordFit<string | null> = {
  fits: (pieces, word) => word !== null && matchPieces(pieces, word),
  isAny: () => true,
  isUnknown: () => false,
};

const GUESS: WordFit<string | null> = { ...KNOWN, isUnknown: (word) => word === null };
