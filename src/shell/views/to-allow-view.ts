import type { CommandItem, ItemWord } from "../analysis.ts";
import { parseOptions } from "../knowledge/options/parse-options.ts";
import { toNames } from "../knowledge/options/option-syntax.ts";
import { toProgramName } from "../knowledge/to-program-name.ts";
import { findSedEffect } from "../knowledge/scripts/find-sed-effect.ts";
import type { FoundWrapper } from "../knowledge/wrappers/find-wrappers.ts";
import { findWrappers } from "../knowledge/wrappers/find-wrappers.ts";
import { isHarmlessValue } from "../knowledge/wrappers/harmless-value.ts";
import { ASSIGNMENT, DURATION } from "../knowledge/wrappers/unwrap.ts";
import { isSafeVariable } from "../variables.ts";

export type AllowView =
  | {
      readonly ok: true;
      readonly words: readonly ItemWord[];
      readonly program: string;
      /** The programs of the wrappers that were taken away, outermost first: they run, too. */
      readonly through: readonly ItemWord[];
      /** `xargs` adds words from its input at the end. */
      readonly more: boolean;
    }
  /** No rule on a beginning of the command may cover it. */
  | { readonly ok: false; readonly reason: string };

/**
 * The words that a rule must cover to let a command run. Little is taken away: wrappers that change nothing about it, and
 * variables that only change how programs print. Everything else must be covered as it stands.
 */
export function toAllowView({ words, assignments }: CommandItem): AllowView {
  const unsafe = assignments.find(
    ({ name, value, append }) => append || !isSafeVariable(name) || !isHarmlessValue(value),
  );
  if (unsafe !== undefined) {
    return { ok: false, reason: `the variable ${unsafe.name} may change what the command does` };
  }
  let rest = words;
  let more = false;
  const through: ItemWord[] = [];
  for (let inner = takeOff(rest); inner !== null; inner = takeOff(rest)) {
    through.push(...rest.slice(0, 1));
    if (/^g?xargs$/.test(toProgramName(rest[0]) ?? "")) more = true;
    rest = inner;
  }
  const reason = findFault(rest[0]) ?? (toProgramName(rest[0]) === "sed" ? findSedEffect(rest) : null);
  if (reason !== null) return { ok: false, reason };
  return { ok: true, words: rest, program: rest[0]?.text ?? "", through, more };
}

function findFault(program: ItemWord | undefined): string | null {
  if (program === undefined) return "it names no program";
  if (program.text === null) return "the name of the program is only known when a shell runs it";
  if (program.glob && program.text !== "[") return "the name of the program is a pattern";
  const isPlain = /^[\x21-\x7e]+$/.test(program.text);
  return isPlain ? null : "the name of the program has blanks or characters that are not ASCII";
}

/** The words behind a wrapper that allow looks through; `null`: there is none, or not in a form that is understood. */
function takeOff(words: readonly ItemWord[]): readonly ItemWord[] | null {
  const program = toProgramName(words[0]);
  if (program === null) return null;
  const [found] = findWrappers([program]);
  const allow = found?.row.allow;
  if (found === undefined || allow === undefined) return null;
  const { options, operands } = parseOptions(words, found.syntax);
  const refused = [...toNames(allow.except), ...toNames(found.row.queries)];
  const isClear = options.every(({ names, known }) => known && names.every((name) => !refused.includes(name)));
  if (!isClear || (allow.options === "none" && options.length > 0)) return null;
  const start = skipWords(words, operands[0] ?? words.length, found);
  const isFixed = words.slice(0, start).every(({ text, glob, tilde }) => text !== null && !glob && !tilde);
  const inner = words.slice(start);
  return isFixed && inner.length > 0 && inner[0]?.text?.startsWith("-") !== true ? inner : null;
}

/** `Infinity`: what must stand before the command does not. */
function skipWords(words: readonly ItemWord[], start: number, { row }: FoundWrapper): number {
  let at = start;
  for (const kind of row.before ?? []) {
    if (kind === "assignments") {
      while (ASSIGNMENT.test(words[at]?.text ?? "")) {
        if (!isHarmless(words[at]?.text ?? "")) return Infinity;
        at++;
      }
    } else if (kind === "duration" && DURATION.test(words[at]?.text ?? "")) at++;
    else return Infinity;
  }
  return at;
}

function isHarmless(assignment: string): boolean {
  const equals = assignment.indexOf("=");
  return isSafeVariable(assignment.slice(0, equals)) && isHarmlessValue(assignment.slice(equals + 1));
}
