import type { ParsedScript, Statement } from "unbash";
import type { AnalysisProblem, AnalysisProblemCode, CommandItem, ItemContext, ItemRedirect } from "../analysis.ts";
import type { Span } from "../simple-script.ts";
import type { Folders, Outcome } from "./folders/folders.ts";

/** What one walk over a line collects. The two functions are here because lists, words and commands hold each other. */
export interface Walk {
  readonly items: CommandItem[];
  readonly problems: AnalysisProblem[];
  /** Where the names of programs stand. */
  readonly names: number[];
  /** Words of the shell that the second parser takes for programs. */
  readonly keywords: Span[];
  /** How many pipelines were numbered. */
  pipelines: number;
  /** UTF-16 units of nested text that may still be parsed: each level parses its text once more. */
  budget: number;
  readonly list: (statements: readonly Statement[], place: Place, from: Folders, walk: Walk) => Outcome;
  readonly script: (script: ParsedScript, place: Place, from: Folders, walk: Walk) => void;
}

/** Where in the line the walk is. */
export interface Place {
  /** The text that positions count in. */
  readonly source: string;
  /** Set inside backquotes with escapes, whose text is not a part of the line: everything in them is reported here. */
  readonly span: Span | null;
  readonly within: readonly ItemContext[];
  readonly redirects: readonly ItemRedirect[];
  readonly pipeline: number | null;
  readonly background: boolean;
  readonly depth: number;
}

export interface Positioned {
  readonly pos: number;
  readonly end: number;
}

/** Deeper syntax is still read, as far as the parser goes, but no longer judged. */
const MAX_DEPTH = 64;

/** No reader needs more, and a hostile line could have one for each character. */
const MAX_PROBLEMS = 100;

/** The place inside a construct. */
export function enter(place: Place, context: ItemContext, at: Positioned, walk: Walk): Place {
  const depth = place.depth + 1;
  if (depth === MAX_DEPTH + 1) {
    report(walk, place, at, "too-deep", `more than ${MAX_DEPTH} levels of commands inside each other cannot be judged`);
  }
  return { ...place, within: [...place.within, context], depth };
}

/** Says why the line may do more than its items say. */
export function report(walk: Walk, place: Place, at: Positioned, code: AnalysisProblemCode, message: string): void {
  if (walk.problems.length < MAX_PROBLEMS) walk.problems.push({ code, message, ...toSpan(at, place) });
}

/** Where a node stands in the line. */
export function toSpan({ pos, end }: Positioned, { span }: Place): Span {
  return span === null ? { start: pos, end } : { start: span.start, end: span.end };
}
