import type { Facts } from "../../../model/facts.ts";
import type { CommandItem, ItemWord } from "../../../shell/analysis.ts";
import type { Rule } from "../../policy.ts";
import type { CommandPattern } from "./pattern/command-pattern.ts";
import type { CoverContext } from "./cover-command.ts";
import type { AllowedWord } from "./pattern/covers-command.ts";
import { coversCommand } from "./pattern/covers-command.ts";
import type { ClearView } from "./find-change.ts";
import { FROM_INPUT } from "./from-input.ts";
import { isPlacedHere, isTrusted } from "./find-program.ts";
import { toBaseName } from "./pattern/means-command.ts";
import { toCommandPattern } from "./pattern/to-command-pattern.ts";
import { isAtHome } from "./to-places.ts";
import { isStatus } from "./unknown-words.ts";

/** The first rule that covers a command, word by word; `null`: none does. Git in a folder that an agent may have made is covered by none. */
export function findCovering(
  view: ClearView,
  item: CommandItem,
  rules: readonly Rule[],
  { facts, text, views }: CoverContext,
): Rule | null {
  const [program, ...rest] = view.words;
  if (rules.length === 0 || program?.text == null) return null;
  if (toBaseName(view.program) === "git" && !isAtHome(item, facts)) return null;
  const more = view.more ? [{ word: FROM_INPUT, isStatus: false }] : [];
  const others = [...rest.map((word) => ({ word, isStatus: isStatus(word, text) })), ...more];
  const spellings = listSpellings(program, item, facts).map((word): readonly AllowedWord[] => [
    { word, isStatus: false },
    ...others,
  ]);
  const started = [...listInner(view, item, views), ...listActions(view)];
  return rules.find((rule) => covers(rule, spellings, started)) ?? null;
}

function covers(
  rule: Rule,
  spellings: readonly (readonly AllowedWord[])[],
  started: readonly (string | null)[],
): boolean {
  const parsed = toCommandPattern(rule);
  if (!parsed.ok) return false;
  const { pattern } = parsed;
  return (
    spellings.some((words) => namesPath(pattern, words[0]?.word.text ?? "") && coversCommand(pattern, words)) &&
    namesAll(pattern, started)
  );
}

/** A program that is named by a path is covered by that path alone. */
function namesPath({ words: [first] }: CommandPattern, program: string): boolean {
  if (!program.includes("/")) return true;
  return first?.kind === "word" && (first.pieces.length === 1 || !program.split("/").includes(".."));
}

/** By a path only as it is written, and from where it is meant; as a bare name where it is that same program. */
function listSpellings(program: ItemWord, item: CommandItem, facts: Facts): readonly ItemWord[] {
  const text = program.text ?? "";
  if (!text.includes("/")) return [program];
  const bare = isTrusted(program, item, facts) ? [{ ...program, text: toBaseName(text) }] : [];
  return isPlacedHere(program, item, facts) ? [program, ...bare] : bare;
}

/** The programs that the command itself starts, as far as they are known; `null` for one that is not. */
function listInner(
  { words, through }: ClearView,
  item: CommandItem,
  views: CoverContext["views"],
): readonly (string | null)[] {
  // What was taken away on the way to the command is known to change nothing about it.
  const harmless = through.slice(1).map((_, at) => JSON.stringify(toTexts(item, through.slice(at + 1))));
  const known = [JSON.stringify(words.map(({ text }) => text)), ...harmless];
  const started = views.filter(({ kind }) => kind === "unwrapped" || kind === "nested");
  return started.filter((view) => !known.includes(JSON.stringify(view.words))).map((view) => view.words[0] ?? null);
}

/** The words from the first of these on. */
function toTexts({ words }: CommandItem, [first]: readonly ItemWord[]): readonly (string | null)[] {
  return words.slice(words.findIndex(({ start }) => start === first?.start)).map(({ text }) => text);
}

const FIND_ACTIONS = /^-(?:delete|exec|execdir|ok|okdir|fls|fprint0?|fprintf)$/;

function listActions({ program, words }: ClearView): readonly string[] {
  if (toBaseName(program) !== "find") return [];
  return words.flatMap(({ text }) => (text !== null && FIND_ACTIONS.test(text) ? [text] : []));
}

/** A `*` does not stand for a further program to start: the rule must name each. */
function namesAll({ words }: CommandPattern, programs: readonly (string | null)[]): boolean {
  const named = new Set(words.flatMap((word) => (word.kind === "word" && word.pieces.length === 1 ? word.pieces : [])));
  return programs.every((program) => program !== null && (named.has(program) || named.has(toBaseName(program))));
}
