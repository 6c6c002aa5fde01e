import type { CommandAnalysis, CommandItem } from "../../analysis.ts";
import type { DenyView } from "../deny-view.ts";

/** What was found so far for one command, and how much more may be looked for. */
export interface Search {
  readonly views: readonly DenyView[];
  add(kind: DenyView["kind"], words: DenyView["words"]): void;
  /** No more views are kept; that something is missing is one of them. */
  isFull(): boolean;
  /** The commands in a text that a shell would run; `null`: too deep, or too many of them. */
  read(text: string, depth: number): readonly CommandItem[] | null;
}

/** `eval eval eval …` and its kind must end somewhere; what is beyond is unknown, never unseen. */
const MOST_DEPTH = 8;
const MOST_LINES = 64;
const MOST_VIEWS = 4_000;

/** Starts with nothing found. */
export function startSearch(analyze: (text: string) => Pick<CommandAnalysis, "items">): Search {
  const views: DenyView[] = [];
  const seen = new Set<string>();
  let lines = 0;
  let isFull = false;
  return { views, add, isFull: () => isFull, read };

  function add(kind: DenyView["kind"], words: DenyView["words"]): void {
    const view: DenyView = views.length < MOST_VIEWS ? { kind, words } : { kind: "nested", words: [null] };
    const key = JSON.stringify(view);
    if (isFull || seen.has(key)) return;
    isFull = views.length >= MOST_VIEWS;
    seen.add(key);
    views.push(view);
  }

  function read(text: string, depth: number): readonly CommandItem[] | null {
    if (depth > MOST_DEPTH || ++lines > MOST_LINES) return null;
    return analyze(text).items;
  }
}
