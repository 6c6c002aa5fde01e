import { findFirstSuspect } from "../../knowledge/find-first-suspect.ts";
import { readShellCall, SHELLS } from "../../knowledge/shells.ts";
import { findSedEffect } from "../../knowledge/scripts/find-sed-effect.ts";
import { findWrappers } from "../../knowledge/wrappers/find-wrappers.ts";
import { listExecuted } from "../../knowledge/wrappers/list-executed.ts";
import type { Unwrapped } from "../../knowledge/wrappers/unwrap.ts";
import { unwrap } from "../../knowledge/wrappers/unwrap.ts";
import type { DenyView } from "../deny-view.ts";
import type { ItemInputs } from "./list-inputs.ts";

type Words = DenyView["words"];

/** What one argument vector starts. */
export interface Started {
  readonly commands: readonly Words[];
  /** Text that a shell runs; `null`: not known before. */
  readonly lines: readonly (string | null)[];
  /** From which word on an argument may be a program that it starts, for all that is known; `null`: none. */
  readonly suspectFrom: number | null;
}

/**
 * Asks each table. The program must be a bare name; `direct` are the same words without the options between a tool and its
 * subcommand. `suspectFrom` counts in these.
 */
export function listStarted(words: Words, direct: Words, inputs: ItemInputs): Started {
  const [program = null] = words;
  if (program === null) return { commands: [], lines: [], suspectFrom: 1 };
  if (SHELLS.has(program)) return startShell(words, inputs);
  if (LATER.has(program)) return { commands: [], lines: listRead(inputs), suspectFrom: null };
  if (SED.test(program)) return startSed(words);
  const executed = listExecuted(words);
  const wrappers = findWrappers(words);
  const unwrapped = wrappers.map((wrapper) => unwrap(words, wrapper));
  const isOpen = unwrapped.some((found) => found.isOpen) || program === "source" || program === ".";
  const lines = unwrapped.flatMap((found) => [...found.lines, ...found.splits.map(toLine)]);
  const isWrapper = wrappers.some(({ row }) => row.starts !== "nothing");
  const isUnsure = unwrapped.some((found) => found.isUnsure);
  return {
    commands: [...executed, ...unwrapped.flatMap(({ commands }) => commands)],
    lines: isOpen ? [...lines, ...(program === "parallel" ? listRead(inputs) : inputs.texts)] : lines,
    suspectFrom: isWrapper ? (isUnsure ? 1 : null) : findFirstSuspect(direct),
  };
}

const SED = /^g?sed$/;
/** `1e`, `s/a/b/e`: what is behind them, or what is left of the line, runs. */
const SED_STARTS = /(?:^|[^A-Za-z\\])e(?:\s|$|[;}])|[^\sA-Za-z\\][gpiIMm0-9]*e[gpiIMm0-9w]*\s*(?:[;}\n]|$)/;

function startSed(words: Words): Started {
  const given = words.map((text) => ({ text, prefix: text ?? "" }));
  const starts = words.some((word) => word === null || SED_STARTS.test(word)) && findSedEffect(given) !== null;
  return { commands: [], lines: starts ? [null] : [], suspectFrom: null };
}

/** Hand what they read to a shell, later. */
const LATER: ReadonlySet<string> = new Set(["at", "batch"]);

function startShell(words: Words, inputs: ItemInputs): Started {
  const { lines, readsInput } = readShellCall(words);
  return { commands: [], lines: [...lines, ...(readsInput ? listRead(inputs) : inputs.texts)], suspectFrom: 1 };
}

/** What a pipe brings is not known. */
function listRead({ texts, isPiped }: ItemInputs): readonly (string | null)[] {
  return texts.length === 0 && isPiped ? [null] : texts;
}

/** `env -S 'a b' c` starts `a b c`. */
function toLine({ text, rest }: Unwrapped["splits"][number]): string | null {
  if (text === null) return null;
  const quoted = rest.map((word) => (word === null ? '"$unknown"' : `'${word.replaceAll("'", `'\\''`)}'`));
  return [text, ...quoted].join(" ");
}
