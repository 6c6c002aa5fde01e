import type { DenyView } from "../../../shell/views/deny-view.ts";
import type { Rule } from "../../policy.ts";
import { toBaseName } from "./pattern/means-command.ts";
import { toCommandPattern } from "./pattern/to-command-pattern.ts";

interface ProgramIndex {
  readonly byProgram: ReadonlyMap<string, readonly Rule[]>;
  /** Rules that do not begin with the plain name of a program, or cannot be read. */
  readonly others: readonly Rule[];
  readonly all: readonly Rule[];
}

const INDEXES = new WeakMap<readonly Rule[], ProgramIndex>();

/** The rules with a specifier that may be about what a command starts. `rules`: always the same list, which is read once. */
export function findCommandRules(rules: readonly Rule[], views: readonly DenyView[]): readonly Rule[] {
  const index = INDEXES.get(rules) ?? createIndex(rules);
  INDEXES.set(rules, index);
  const programs = views.map(({ words }) => words[0] ?? null);
  if (programs.includes(null)) return index.all;
  const names = new Set(programs.flatMap((program) => (program === null ? [] : [program, toBaseName(program)])));
  return [...index.others, ...[...names].flatMap((name) => index.byProgram.get(name) ?? [])];
}

function createIndex(rules: readonly Rule[]): ProgramIndex {
  const all = rules.filter(({ specifier }) => specifier != null);
  const byProgram = Map.groupBy(all, toProgram);
  const others = byProgram.get("") ?? [];
  byProgram.delete("");
  return { byProgram, others, all };
}

/** Empty: any program may be meant. */
function toProgram(rule: Rule): string {
  const parsed = toCommandPattern(rule);
  const first = parsed.ok ? parsed.pattern.words[0] : undefined;
  return first?.kind === "word" && first.pieces.length === 1 ? (first.pieces[0] ?? "") : "";
}
