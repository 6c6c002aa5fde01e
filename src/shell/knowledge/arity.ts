import { ARITY_ROWS } from "./arity-rows.ts";
import { findWideBan } from "./prefixes/find-ban.ts";

/**
 * The words that a command is known by, for a rule that covers it with other arguments: `git checkout`, `npm run dev`. It ends
 * at the first option, as the words of a rule stand in order, so it may be too short to say what the command does: ask
 * `isBannedPrefix`. Empty only for no words.
 */
export function toCommandPrefix(words: readonly string[]): readonly string[] {
  const most = toArity(words);
  const known = /^(?:python[23]?) -m$/.test(words.slice(0, 2).join(" ")) ? 2 : 1;
  const end = words.findIndex((word, at) => at >= known && (word.startsWith("-") || word === ""));
  return words.slice(0, Math.min(most, end === -1 ? words.length : end));
}

/** Why a rule on these first words, with anything after them, would let anything run or say nothing; `null`: it would not. */
export function isBannedPrefix(words: readonly string[]): string | null {
  const [program] = words;
  if (program === undefined || program === "") return "it names no program";
  const ban = findWideBan(words);
  if (ban !== null) return ban;
  const least = toArity(words);
  return words.length >= least ? null : `\`${words.join(" ")}\` does not say what is done: ${least} words would`;
}

function toArity(words: readonly string[]): number {
  for (const length of [3, 2, 1]) {
    const known = words.length < length ? undefined : ARITIES.get(words.slice(0, length).join(" "));
    if (known !== undefined) return known;
  }
  return Math.min(words.length, 1);
}

const ARITIES: ReadonlyMap<string, number> = new Map(
  ARITY_ROWS.flatMap(([words, commands]) => commands.split(", ").map((command) => [command, words] as const)),
);
