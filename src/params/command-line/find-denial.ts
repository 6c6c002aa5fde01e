import type { CommandLineSpec } from "../../model/tool.ts";
import { compilePattern } from "../pattern.ts";
import { findProgramKnowledge } from "./programs/programs.ts";
import type { DeniedOption } from "./programs/program.ts";
import { readWords } from "./read-words.ts";
import { matchPath } from "./reading.ts";
import type { ReadingWord } from "./reading.ts";
import { toDenyWords } from "./to-deny-words.ts";

/** Why these arguments are denied, as the end of a sentence that begins with the arguments; `null` when they are not. */
export function findDenial({ binary, denyArgs }: CommandLineSpec, args: readonly string[]): string | null {
  const program = findProgramKnowledge(binary);
  const words = readWords(args, program);
  const texts = words.flatMap((word) => (word.kind === "word" ? [word.text] : []));
  const joined = args.join(" ");
  const denials = denyArgs.map((pattern): Denial => ({ pattern, paths: toDenyWords(pattern) }));
  const plain = denials.find((denial) => matchesText(denial, joined) || matchesReading(denial, words));
  if (plain !== undefined) return `is denied by \`${plain.pattern}\` in deny_args`;
  for (const reading of program?.alsoMeans?.(args, texts) ?? []) {
    const meant = findMeant(denials, reading);
    if (meant !== undefined) return `can do what \`${meant.pattern}\` in deny_args denies`;
  }
  const path = program?.never.find((known) => matchPath(known.words, words));
  if (path !== undefined) return `is never run with a credential: \`${path.words.join(" ")}\` ${path.why}`;
  const option = program === null ? undefined : findOption(program.neverOptions, args);
  return option === undefined ? null : `is never run with a credential: \`${option.shown}\` ${option.why}`;
}

interface Denial {
  readonly pattern: string;
  /** The subcommands that it names; `null` when it says more than words. */
  readonly paths: readonly (readonly string[])[] | null;
}

function matchesText({ pattern }: Denial, text: string): boolean {
  const compiled = compilePattern(pattern);
  // Checked when the definition loaded; one that cannot be used must never let anything through.
  return !compiled.ok || compiled.matches(text);
}

/** By what is meant, whatever options stand around it. */
function matchesReading(denial: Denial, reading: readonly ReadingWord[]): boolean {
  const { paths } = denial;
  if (paths !== null) return paths.some((path) => matchPath(path, reading));
  // A pattern for options says nothing about subcommands.
  if (/^\^?-/.test(denial.pattern)) return false;
  if (reading.some(({ kind }) => kind === "some")) return true;
  return toTexts(reading).some((text) => matchesText(denial, text));
}

/** The pattern that denies a reading; where several do, one that names a word of it says most. */
function findMeant(denials: readonly Denial[], reading: readonly ReadingWord[]): Denial | undefined {
  const denying = denials.filter((denial) => matchesReading(denial, reading));
  const words = reading.flatMap((word) => (word.kind === "word" ? [word.text] : []));
  return denying.find(({ pattern }) => words.some((word) => pattern.includes(word))) ?? denying[0];
}

/** A reading as text with all of its unsure words and with none, ended by nothing and by a space, as patterns expect. */
function toTexts(reading: readonly ReadingWord[]): readonly string[] {
  const words = reading.filter((word) => word.kind === "word");
  const all = words.map(({ text }) => text).join(" ");
  const sure = words.flatMap(({ text, maybe }) => (maybe ? [] : [text])).join(" ");
  return [all, `${all} `, sure, `${sure} `];
}

/** What follows a `--` belongs to another program, unless the `--` is itself the value of an option. It counts itself. */
function findOption(denied: readonly DeniedOption[], args: readonly string[]): DeniedOption | undefined {
  const end = args.findIndex((arg, index) => arg === "--" && args[index - 1]?.startsWith("-") !== true);
  const own = end === -1 ? args : args.slice(0, end + 1);
  return denied.find(({ pattern }) => own.some((arg) => pattern.test(arg)));
}
