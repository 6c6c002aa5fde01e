import { escapeControls } from "../../../text/show-text.ts";
import { createFinder } from "./create-finder.ts";

export interface SimilarLine {
  /** 1-based. */
  readonly line: number;
  /** Escaped, cut. */
  readonly text: string;
}

const MAX_LINES = 20_000;
const MAX_LENGTH = 200;
const MAX_SUGGESTED = 3;
const MIN_LIKENESS = 0.5;

/** Lines that the first line of a text which was not found may have meant, best first, and what may have gone wrong. */
export function suggestLines(
  text: string,
  wanted: string,
): { readonly why: string; readonly lines: readonly SimilarLine[] } {
  const first = wanted
    .split("\n", MAX_LINES)
    .map((line) => line.trim())
    .find((line) => line !== "");
  if (first === undefined) return { why: "", lines: [] };
  const lines = text.split("\n", MAX_LINES);
  const key = toPairs(first.slice(0, MAX_LENGTH));
  const rated = lines
    .map((line, index) => ({ index, likeness: likeness(key, line.trim().slice(0, MAX_LENGTH), first) }))
    .filter((each) => each.likeness >= MIN_LIKENESS)
    .sort((a, b) => b.likeness - a.likeness || a.index - b.index)
    .slice(0, MAX_SUGGESTED);
  const isSpacing = createFinder(squeeze(wanted))(squeeze(lines.join("\n"))) !== -1;
  return {
    why: isSpacing ? " (it does with other spaces, tabs or line ends)" : "",
    lines: rated.map(({ index }) => ({ line: index + 1, text: show(lines[index] ?? "") })),
  };
}

/** Share of letter pairs that both have, from 0 to 1. */
function likeness(key: ReadonlyMap<string, number>, line: string, first: string): number {
  if (line === first) return 1;
  const other = toPairs(line);
  let [shared, total] = [0, 0];
  for (const [pair, count] of key) {
    shared += Math.min(count, other.get(pair) ?? 0);
    total += count;
  }
  for (const count of other.values()) total += count;
  return total === 0 ? 0 : (2 * shared) / total;
}

function toPairs(text: string): ReadonlyMap<string, number> {
  const pairs = new Map<string, number>();
  for (let at = 0; at + 1 < text.length; at++) {
    const pair = text.slice(at, at + 2);
    pairs.set(pair, (pairs.get(pair) ?? 0) + 1);
  }
  return pairs;
}

function squeeze(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}

function show(line: string): string {
  const cut = line.length > MAX_LENGTH ? `${line.slice(0, MAX_LENGTH)}…` : line;
  return escapeControls(cut.replace(/\r$/, ""));
}
