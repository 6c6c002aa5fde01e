import MiniSearch from "minisearch";
import type { SearchResult } from "minisearch";
import type { ToolHit } from "../../call/runtime.ts";
import type { Tool } from "../../model/tool.ts";
import { planSearch } from "./plan-search.ts";
import type { PlannedWord } from "./plan-search.ts";
import { SEARCHED, toDocument, WEIGHTS } from "./tool-document.ts";
import type { ToolDocument } from "./tool-document.ts";
import { createVocabulary } from "./vocabulary.ts";

/** The searchable form of one list of tools. */
export interface ToolIndex {
  /** Whether it stands for exactly these tools. */
  isOf(tools: readonly Tool[]): boolean;
  /** Makes it stand for these tools. `false`, and nothing is changed: more than `limit` tools are different. */
  changeTo(tools: readonly Tool[], limit: number): boolean;
  search(query: string, limit: number): readonly ToolHit[];
}

export function createToolIndex(tools: readonly Tool[]): ToolIndex {
  const engine = new MiniSearch<ToolDocument>({
    fields: [...SEARCHED],
    tokenize: splitWords,
    processTerm: (word) => word,
  });
  const vocabulary = createVocabulary();
  let list: readonly Tool[] = [];
  let byName: ReadonlyMap<string, Tool> = new Map();
  // Removed for good, not only marked: a tool that is no longer seen must not weigh.
  const remove = (document: ToolDocument): void => {
    engine.remove(document);
    vocabulary.count(document, -1);
  };
  const add = (document: ToolDocument): void => {
    engine.add(document);
    vocabulary.count(document, 1);
  };
  const changeTo: ToolIndex["changeTo"] = (now, limit) => {
    if (Math.abs(now.length - list.length) > limit) return false;
    const named = new Map(now.map((tool) => [tool.name, tool]));
    const gone = list.filter((tool) => named.get(tool.name) !== tool);
    const come = now.filter((tool) => byName.get(tool.name) !== tool);
    if (gone.length + come.length > limit) return false;
    for (const tool of gone) remove(toDocument(tool));
    for (const tool of come) add(toDocument(tool));
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
      const { words, common } = planSearch(query, vocabulary);
      if (words.length === 0) return findByName(list, common, limit);
      return toHits(lookUp(engine, words), words, byName).slice(0, limit);
    },
  };
}

function splitWords(text: string): string[] {
  return text === "" ? [] : text.split(" ");
}

function lookUp(engine: MiniSearch<ToolDocument>, words: readonly PlannedWord[]): readonly SearchResult[] {
  const weights = new Map(words.map(({ word, weight }) => [word, weight]));
  return engine.search(words.map(({ word }) => word).join(" "), {
    boost: { ...WEIGHTS },
    boostTerm: (word) => weights.get(word) ?? 0,
  });
}

/** The engine counts every word that was looked up; here only how many words of the query were met counts. */
function toHits(
  results: readonly SearchResult[],
  words: readonly PlannedWord[],
  byName: ReadonlyMap<string, Tool>,
): readonly ToolHit[] {
  const wanted = new Map(words.map((word) => [word.word, word.wanted]));
  const hits = results.flatMap(({ id, score, queryTerms }): readonly ToolHit[] => {
    const tool = byName.get(String(id));
    const met = new Set(queryTerms.map((word) => wanted.get(word))).size;
    // Rounded, so that the order of equals does not hang on what was in the index before.
    return tool === undefined ? [] : [{ tool, score: round((score / queryTerms.length) * met) }];
  });
  return hits.sort((one, other) => other.score - one.score || (one.tool.name < other.tool.name ? -1 : 1));
}

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
