import type { AnalysisProblem, CommandAnalysis, CommandItem } from "./analysis.ts";
import { findOddJoint } from "./find-odd-joint.ts";
import { findBadCharacters } from "./inventory/words/check-characters.ts";
import type { Inventory } from "./inventory/take-inventory.ts";
import { takeInventory } from "./inventory/take-inventory.ts";
import { parseSimpleScript } from "./parse-simple-script.ts";
import { findDisagreement } from "./second-opinion/find-disagreement.ts";
import type { SecondOpinion } from "./second-opinion/second-opinion.ts";
import type { SimpleScript } from "./simple-script.ts";

/** UTF-16 units. A longer line is read all the same, so that denies find what stands in it. */
const MAX_LENGTH = 10_000;

/** UTF-16 units; beyond this nothing is read. */
const MAX_READ = 64 * 1024;

const MAX_COMMANDS = 200;

/**
 * Says what a line for bash would run, without running it and without looking anything up. Never throws. Without a second
 * opinion one parser alone is trusted: good enough to show or explain a line, not to let it run unasked.
 */
export function analyzeCommand(text: string, second?: SecondOpinion): CommandAnalysis {
  const joint = text.length > MAX_READ ? null : findOddJoint(text);
  const problems: AnalysisProblem[] = [...findBadCharacters(text), ...findExcess(text)];
  if (joint !== null) problems.push(joint.problem);
  const inventory = text.length > MAX_READ ? NOTHING : read(text, joint?.meant ?? null);
  problems.push(...inventory.problems, ...findGaps(text, inventory.items));
  // The second parser is known to fail on syntax that is a problem already; there it would add nothing.
  if (problems.length === 0 && second !== undefined) problems.push(...findDisagreement(text, inventory, second));
  const { items } = inventory;
  return { text, items, problems, script: problems.length === 0 ? toScript(text) : null };
}

function read(text: string, meant: string | null): Inventory {
  return meant === null ? takeInventory(text) : takeInventory(meant, { start: 0, end: text.length });
}

const NOTHING: Inventory = { items: [], problems: [], names: [], keywords: [] };

function findExcess(text: string): readonly AnalysisProblem[] {
  if (text.length <= MAX_LENGTH) return [];
  const message = `a command line of ${text.length} characters cannot be judged; at most ${MAX_LENGTH} can`;
  return [{ code: "too-long", message, start: MAX_LENGTH, end: text.length }];
}

function findGaps(text: string, items: readonly CommandItem[]): readonly AnalysisProblem[] {
  const { length } = text;
  if (items.length > MAX_COMMANDS) {
    const message = `${items.length} commands cannot be judged at once; at most ${MAX_COMMANDS} can`;
    return [{ code: "too-many", message, start: items[MAX_COMMANDS]?.start ?? 0, end: length }];
  }
  const isUnfinished = /(?<!\\)(?:\\\\)*\\$/.test(text);
  if (isUnfinished)
    return [{ code: "syntax", message: "nothing follows this backslash", start: length - 1, end: length }];
  const isEmpty = /^(?:\s|#[^\n]*(?:\n|$))*$/.test(text);
  return isEmpty ? [{ code: "empty", message: "no command stands here", start: 0, end: length }] : [];
}

function toScript(text: string): SimpleScript | null {
  const parsed = parseSimpleScript(text);
  return parsed.ok ? { steps: parsed.steps } : null;
}
