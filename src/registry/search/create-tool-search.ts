import type { ToolHit } from "../../call/runtime.ts";
import type { Tool } from "../../model/tool.ts";
import { createToolIndex } from "./tool-index.ts";
import type { ToolIndex } from "./tool-index.ts";

/** Lists that differ in more tools than this get an index of their own. */
const MAX_CHANGES = 64;
/** How many different lists are remembered: the views of a few kinds of agents. */
const MAX_INDEXES = 4;

export interface ToolSearch {
  /**
   * The tools of `tools` that fit the words, best first; at most `limit`. Only these tools are looked at: what a caller
   * cannot see has no part in the ranking. Any text is a query; one that says nothing finds nothing.
   */
  search(tools: readonly Tool[], query: string, limit: number): readonly ToolHit[];
}

/** Keeps the indexes of the last lists that were searched; a list that changed a little costs what changed. */
export function createToolSearch(): ToolSearch {
  let indexes: readonly ToolIndex[] = [];
  const find = (tools: readonly Tool[]): ToolIndex => {
    const known = indexes.find((index) => index.isOf(tools));
    const index = known ?? adapt(indexes, tools) ?? createToolIndex(tools);
    indexes = [index, ...indexes.filter((other) => other !== index)].slice(0, MAX_INDEXES);
    return index;
  };
  return { search: (tools, query, limit) => (limit < 1 ? [] : find(tools).search(query, limit)) };
}

function adapt(indexes: readonly ToolIndex[], tools: readonly Tool[]): ToolIndex | null {
  for (const index of indexes) if (index.changeTo(tools, MAX_CHANGES)) return index;
  return null;
}
