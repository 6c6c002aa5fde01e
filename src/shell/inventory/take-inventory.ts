import type { ParsedScript } from "unbash";
import { parse } from "unbash";
import type { AnalysisProblem, CommandItem } from "../analysis.ts";
import type { Span } from "../simple-script.ts";
import { START } from "./folders/folders.ts";
import { walkList } from "./walk-list.ts";
import type { Place, Walk } from "./walk.ts";
import { report } from "./walk.ts";

export interface Inventory {
  readonly items: readonly CommandItem[];
  readonly problems: readonly AnalysisProblem[];
  /** Where the names of programs stand in the line. */
  readonly names: readonly number[];
  /** Where `time` stands. */
  readonly keywords: readonly Span[];
}

/** UTF-16 units of nested text: what 10,000 characters with 64 levels inside them come to. */
const NESTED_BUDGET = 400_000;

/**
 * Lists every simple command in a line with why the list may not be all of it. Never throws. Where the text is not the line
 * itself, everything in it is reported at `span`.
 */
export function takeInventory(text: string, span: Span | null = null): Inventory {
  const walk: Walk = {
    items: [],
    problems: [],
    names: [],
    keywords: [],
    pipelines: 0,
    budget: NESTED_BUDGET,
    list: walkList,
    script: walkScript,
  };
  const line: Place = {
    source: text,
    span,
    within: [],
    redirects: [],
    pipeline: null,
    background: false,
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
