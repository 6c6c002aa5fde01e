import type { CommandAnalysis, CommandItem } from "../../analysis.ts";
import type { DenyView } from "../deny-view.ts";
import type { ItemInputs } from "./list-inputs.ts";

/** What was found so far for one command, and how much more may be looked for. */
export interface Search {
  readonly views: readonly DenyView[];
  add(kind: DenyView["kind"], words: DenyView["words"]): void;
  /** No more views are kept; that something is missing is one of them. */
  isFull(): boolean;
  /** Whether nothing of this kind with these words, which is handed the same text, was looked into before. */
  isNew(words: DenyView["words"], kind: DenyView["kind"], inputs: ItemInputs): boolean;
  /** The commands in a text that a shell would run; `null`: too deep, or too many of them. */
  read(text: string, depth: number): readonly CommandItem[] | null;
}

/** `eval eval eval …` and its kind must end somewhere; what is beyond is unknown, never unseen. */
const MOST_DEPTH = 8;
const MOST_LINES = 64;
const MOST_VIEWS = 4_000;
/** UTF-16 units of all lines that are read: each level of a long one holds nearly all of it once more. */
const MOST_TEXT = 100_000;

/** Starts with nothing found. */
export function startSearch(analyze: (text: string) => Pick<CommandAnalysis, "items">): Search {
  const views: DenyView[] = [];
  const seen = new Set<string>();
  const begun = new Set<string>();
  let lines = 0;
  let size = 0;
  let isFull = false;
  return { views, add, isFull: () => isFull, isNew, read };

  function add(kind: DenyView["kind"], words: DenyView["words"]): void {
    const view: DenyView = views.length < MOST_VIEWS ? { kind, words } : { kind: "nested", words: [null] };
    const key = JSON.stringify(view);
    if (isFull || seen.has(key)) return;
    isFull = views.length >= MOST_VIEWS;
    seen.add(key);
    views.push(view);
  }

  function isNew(words: DenyView["words"], kind: DenyView["kind"], inputs: ItemInputs): boolean {
    const before = begun.size;
    begun.add(JSON.stringify([words, kind === "plain" || kind === "unwrapped", inputs]));
    return begun.size > before;
  }

  function read(text: string, depth: number): readonly CommandItem[] | null {
    size += text.length;
    if (depth > MOST_DEPTH || ++lines > MOST_LINES || size > MOST_TEXT) return null;
    return analyze(text).items;
  }
}
