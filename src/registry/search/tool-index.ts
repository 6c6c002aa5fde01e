import type { ToolHit } from "../../call/runtime.ts";
import type { Tool } from "../../model/tool.ts";
import { planSearch } from "./plan-search.ts";
import type { PlannedWord } from "./plan-search.ts";
import { createPostings } from "./postings.ts";
import type { Postings } from "./postings.ts";
import { isStopWord } from "./stop-words.ts";
import { toDocument } from "./tool-document.ts";

/** The searchable form of one list of tools. */
export interface ToolIndex {
  /** Whether it stands for exactly these tools. */
  isOf(tools: readonly Tool[]): boolean;
  /** Makes it stand for these tools. `false`, and nothing is changed: more than `limit` tools are different. */
  changeTo(tools: readonly Tool[], limit: number): boolean;
  search(query: string, limit: number): readonly ToolHit[];
}

export function createToolIndex(tools: readonly Tool[]): ToolIndex {
  const postings = createPostings();
  let list: readonly Tool[] = [];
  let lowered: readonly LoweredTool[] | null = null;
  let byName: ReadonlyMap<string, Tool> = new Map();
  const changeTo: ToolIndex["changeTo"] = (now, limit) => {
    if (Math.abs(now.length - list.length) > limit) return false;
    const named = new Map(now.map((tool) => [tool.name, tool]));
    const gone = list.filter((tool) => named.get(tool.name) !== tool);
    const come = now.filter((tool) => byName.get(tool.name) !== tool);
    if (gone.length + come.length > limit) return false;
    for (const tool of gone) postings.remove(tool, toDocument(tool));
    for (const tool of come) postings.add(tool, toDocument(tool));
    list = now;
    lowered = null;
    byName = named;
    return true;
  };
  changeTo(tools, Infinity);
  return {
    changeTo,
    isOf: (others) =>
      others === list || (others.length === list.length && others.every((tool, at) => tool === list[at])),
    search(query, limit) {
      const { words, common } = planSearch(query, postings.words);
      if (words.length === 0) return findByName((lowered ??= list.map(toLowered)), common, limit);
      return rank(words, postings, limit);
    },
  };
}

/** What further words that stand for the same word of the query add to the best of them. */
const FURTHER = 0.15;

/** What is known of a tool while the words of the query are looked up one after the other. */
interface Sum {
  score: number;
  met: number;
  /** Of the word that is looked up now: its best form, and all of them. */
  best: number;
  all: number;
  word: string;
}

/** A tool with more words of the query comes first. */
function rank(words: readonly PlannedWord[], postings: Postings, limit: number): readonly ToolHit[] {
  const sums = new Map<Tool, Sum>();
  for (const [wanted, variants] of Map.groupBy(words, (word) => word.wanted)) {
    for (const { word, weight } of variants) {
      postings.score(word, (tool, bare) => addScore(sums, tool, wanted, weight * bare));
    }
  }
  const hits = [...sums].map(([tool, sum]) => {
    settle(sum);
    return { tool, score: round(sum.score * (1 + sum.met)) };
  });
  const least = findLeast(hits, limit);
  return hits
    .filter(({ score }) => score >= least)
    .sort(byScore)
    .slice(0, limit);
}

function addScore(sums: Map<Tool, Sum>, tool: Tool, word: string, score: number): void {
  const sum = sums.get(tool);
  if (sum === undefined) {
    sums.set(tool, { score: 0, met: 0, best: score, all: score, word });
    return;
  }
  if (sum.word === word) {
    sum.best = Math.max(sum.best, score);
    sum.all += score;
    return;
  }
  settle(sum);
  sum.best = score;
  sum.all = score;
  sum.word = word;
}

/** A word of the query is over for a tool. */
function settle(sum: Sum): void {
  sum.score += sum.best + FURTHER * (sum.all - sum.best);
  if (!isStopWord(sum.word)) sum.met += 1;
}

/** The score of the last one that is shown: putting thousands in order for twenty of them takes the most time of all. */
function findLeast(hits: readonly ToolHit[], limit: number): number {
  if (hits.length <= limit) return -Infinity;
  const scores = Float64Array.from(hits, ({ score }) => score).sort();
  return scores[scores.length - limit] ?? -Infinity;
}

function byScore(one: ToolHit, other: ToolHit): number {
  return other.score - one.score || (one.tool.name < other.tool.name ? -1 : 1);
}

/** So that the order of equals does not hang on the order of adding. */
function round(score: number): number {
  return Math.round(score * 1e6) / 1e6;
}

/** For words that nearly every tool has: those that have it in their name, else any, as they are listed. */
function findByName(list: readonly LoweredTool[], words: readonly string[], limit: number): readonly ToolHit[] {
  if (words.length === 0) return [];
  const named: Tool[] = [];
  for (const { tool, lowered } of list) {
    if (named.length === limit) break;
    if (words.some((word) => lowered.includes(word))) named.push(tool);
  }
  const best = named.length > 0 ? named : list.slice(0, limit).map(({ tool }) => tool);
  return best.map((tool) => ({ tool, score: 0 }));
}

interface LoweredTool {
  readonly tool: Tool;
  readonly lowered: string;
}

function toLowered(tool: Tool): LoweredTool {
  return { tool, lowered: tool.name.toLowerCase() };
}
