import type { ItemWord } from "../../shell/analysis.ts";
import type { PolicyAnswer, PolicyRequest, SpecifierValue } from "../policy.ts";
import type { FoundMode } from "./find-mode.ts";

const MOST_REASONS = 5;

/**
 * What makes a command line ask whoever allows it: syntax that is not understood, and, where a mode would let it run
 * unseen, words that only a shell could tell. A line that only a shell can run is asked about each time.
 */
export function judgeLine({ call }: PolicyRequest, mode: FoundMode): readonly PolicyAnswer[] {
  const specifier = call?.specifier ?? null;
  if (specifier?.ok !== true) return [];
  const problems = specifier.values.flatMap((value) => listProblems(value, mode));
  const reasons = problems.slice(0, MOST_REASONS);
  if (call?.needsShell === true && reasons.length === 0) reasons.push(NEEDS_SHELL);
  return reasons.map((reason) => ({ source: "shell", verdict: "ask", code: "ASK_SHELL", reason }));
}

const NEEDS_SHELL = "only a real shell can run this line, and a human is asked about each of those";

function listProblems(value: SpecifierValue, { mode }: FoundMode): readonly string[] {
  if (value.kind !== "shell") return [];
  const { problems, items } = value.line;
  const said = problems.map(({ message, code }) => `the line is not understood well enough: ${message} (${code})`);
  if (items.length === 0 && said.length === 0) said.push("the line has no command in it");
  if (mode !== "autonomous") return said;
  const unknown = items.flatMap(({ words }) => words.slice(1).filter(isUnknown));
  return [...said, ...unknown.map((word) => `a word is only known when a shell runs it: ${show(word, value.text)}`)];
}

function isUnknown({ dynamic }: ItemWord): boolean {
  return dynamic !== null && dynamic !== "substitution";
}

function show({ start, end }: ItemWord, text: string): string {
  return `\`${text.slice(start, Math.min(end, start + 80))}\``;
}
