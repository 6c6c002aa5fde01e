import type { CommandAnalysis, ItemWord } from "../../shell/analysis.ts";
import { listInnerLines, listOuterLines } from "../commands/list-commands.ts";
import type { PolicyAnswer, PolicyRequest } from "../policy.ts";
import type { FoundMode } from "./find-mode.ts";

const MOST_REASONS = 5;

/**
 * What makes a command line ask whoever allows it: syntax that is not understood, and, where a mode would let it run
 * unseen, words that only a shell could tell. A line that only a shell can run is asked about each time.
 */
export function judgeLine(request: PolicyRequest, mode: FoundMode): readonly PolicyAnswer[] {
  const { call } = request;
  const outer = listOuterLines(request);
  if (outer.length === 0) return [];
  const inner = listInnerLines(request).flatMap((line) =>
    listProblems(line, mode).map((text) => `in an inner line, ${text}`),
  );
  const problems = [...outer.flatMap((line) => listProblems(line, mode)), ...inner];
  const reasons = problems.slice(0, MOST_REASONS);
  if (call?.needsShell === true && reasons.length === 0) reasons.push(NEEDS_SHELL);
  return reasons.map((reason) => ({ source: "shell", verdict: "ask", code: "ASK_SHELL", reason }));
}

const NEEDS_SHELL = "only a real shell can run this line, and a human is asked about each of those";

function listProblems({ problems, items, text }: CommandAnalysis, { mode }: FoundMode): readonly string[] {
  const said = problems.map(({ message, code }) => `the line is not understood well enough: ${message} (${code})`);
  if (mode !== "autonomous") return said;
  const unknown = items.flatMap(({ words }) => words.slice(1).filter(isUnknown));
  return [...said, ...unknown.map((word) => `a word is only known when a shell runs it: ${show(word, text)}`)];
}

function isUnknown({ dynamic }: ItemWord): boolean {
  return dynamic !== null && dynamic !== "substitution";
}

function show({ start, end }: ItemWord, text: string): string {
  return `\`${text.slice(start, Math.min(end, start + 80))}\``;
}
