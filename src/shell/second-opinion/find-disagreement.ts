import type { AnalysisProblem } from "../analysis.ts";
import type { Inventory } from "../inventory/take-inventory.ts";
import type { Span } from "../simple-script.ts";
import type { SecondOpinion } from "./second-opinion.ts";

/** Compares where two parsers see programs: what only one of them finds could run without being judged. */
export function findDisagreement(
  text: string,
  { names, keywords }: Pick<Inventory, "names" | "keywords">,
  second: SecondOpinion,
): readonly AnalysisProblem[] {
  const found = second.findNames(hide(text, keywords));
  if (found === null) return [toProblem("a second parser cannot read this line", 0, text.length)];
  const ours = sort(names, text);
  const theirs = sort(found, text);
  const at = ours.findIndex((start, index) => start !== theirs[index]);
  if (at === -1 && ours.length === theirs.length) return [];
  const start = Math.min(ours[at] ?? text.length, theirs[at === -1 ? ours.length : at] ?? text.length);
  return [toProblem("two parsers see different commands from here on", start, text.length)];
}

/** Puts blanks in the place of `time`, which the other parser takes for a program. */
function hide(text: string, keywords: readonly Span[]): string {
  return keywords.reduce(
    (hidden, { start, end }) => `${hidden.slice(0, start)}${" ".repeat(end - start)}${hidden.slice(end)}`,
    text,
  );
}

/** For one of the two `[` is a keyword. */
function sort(starts: readonly number[], text: string): readonly number[] {
  return starts.filter((start) => !/^\[\s/.test(text.slice(start, start + 2))).toSorted((left, right) => left - right);
}

function toProblem(message: string, start: number, end: number): AnalysisProblem {
  return { code: "parsers-disagree", message, start, end };
}
