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
      if (words.length === 0) return findByName(list, common, limit);
      return rank(words, postings).slice(0, limit);
    },
  };
}

/** What further words that stand for the same word of the query add to the best of them. */
const FURTHER = 0.15;

/** A tool with more words of the query comes first. */
function rank(words: readonly PlannedWord[], postings: Postings): readonly ToolHit[] {
  const sums = new Map<Tool, { score: number; met: number }>();
  for (const [wanted, variants] of Map.groupBy(words, (word) => word.wanted)) {
    const importance = isStopWord(wanted) ? 0 : 1;
    for (const [tool, { best, all }] of scoreWanted(variants, postings)) {
      const sum = sums.get(tool) ?? { score: 0, met: 0 };
      sums.set(tool, { score: sum.score + best + FURTHER * (all - best), met: sum.met + importance });
    }
  }
  const hits = [...sums].map(([tool, { score, met }]) => ({ tool, score: round(score * (1 + met)) }));
  return hits.sort((one, other) => other.score - one.score || (one.tool.name < other.tool.name ? -1 : 1));
}

interface WantedScore {
  best: number;
  all: number;
}

function scoreWanted(variants: readonly PlannedWord[], postings: Postings): ReadonlyMap<Tool, WantedScore> {
  const scores = new Map<Tool, WantedScore>();
  for (const { word, weight } of variants) {
    for (const [tool, bare] of postings.score(word)) {
      const score = weight * bare;
      const known = scores.get(tool);
      if (known === undefined) {
        scores.set(tool, { best: score, all: score });
        continue;
      }
      known.best = Math.max(known.best, score);
      known.all += score;
    }
  }
  return scores;
}

/** So that the order of equals does not hang on the order of adding. */
function round(score: number): number {
  return Math.round(score * 1e6) / 1e6;
}

/** For words that nearly every tool has: those that have it in their name, else any, as they are listed. */
function findByName(list: readonly Tool[], words: readonly string[], limit: number): readonly ToolHit[] {
  if (words.length === 0) return [];
  const named = list.filter(({ name }) => words.some((word) => name.toLowerCase().includes(word)));
  const best = named.length > 0 ? named : list;
  return best.slice(0, limit).map((tool) => ({ tool, score: 0 }));
}
