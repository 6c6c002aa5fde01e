import type { ParsedScript } from "unbash";
import { parse } from "unbash";
import type { AnalysisProblem, CommandItem } from "../analysis.ts";
import { START } from "./folders/folders.ts";
import { walkList } from "./walk-list.ts";
import type { Place, Walk } from "./walk.ts";
import { report } from "./walk.ts";

export interface Inventory {
  readonly items: readonly CommandItem[];
  readonly problems: readonly AnalysisProblem[];
  /** Where the names of programs stand in the line. */
  readonly names: readonly number[];
}

/** UTF-16 units of nested text; 10,000 characters in 64 levels stay below it. */
const NESTED_BUDGET = 1_000_000;

/** Lists every simple command in a line with why the list may not be all of it. Never throws. */
export function takeInventory(text: string): Inventory {
  const walk: Walk = {
    items: [],
    problems: [],
    names: [],
    pipelines: 0,
    budget: NESTED_BUDGET,
    list: walkList,
    script: walkScript,
  };
  const line: Place = {
    source: text,
    span: null,
    within: [],
    redirects: [],
    pipeline: null,
    background: false,
    time: null,
    depth: 0,
  };
  try {
    walkScript(parse(text), line, START, walk);
  } catch {
    // Only a stack that ran out gets here. What was listed until then still counts.
    report(walk, line, { pos: 0, end: text.length }, "too-deep", "commands stand too deep inside each other");
  }
  return walk;
}

function walkScript(script: ParsedScript, place: Place, from: typeof START, walk: Walk): void {
  for (const { message, pos } of script.errors ?? []) {
    report(walk, place, { pos, end: pos + 1 }, "syntax", message);
  }
  walk.list(script.commands, place, from, walk);
}
