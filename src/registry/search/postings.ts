import SearchableMap from "minisearch/SearchableMap";
import type { Tool } from "../../model/tool.ts";
import { SEARCHED } from "./tool-document.ts";
import type { ToolDocument } from "./tool-document.ts";

/** Which tools have a word, and what it is worth in each. */
export interface Postings {
  readonly words: SearchableMap<Map<Tool, Place>>;
  add(tool: Tool, document: ToolDocument): void;
  /** Leaves nothing behind: a tool that is no longer seen must not weigh. */
  remove(tool: Tool, document: ToolDocument): void;
  /** Tells what the word says of each tool: more, the rarer it is and the shorter and weightier the text it stands in. */
  score(word: string, tell: (tool: Tool, score: number) => void): void;
}

interface Place {
  readonly field: (typeof SEARCHED)[number];
  /** Words of the field that it stands in. */
  readonly length: number;
}

/** What a word is worth by where it stands. */
const WEIGHTS: Readonly<Record<(typeof SEARCHED)[number], number>> = {
  name: 2.5,
  title: 3,
  group: 2,
  description: 2,
  params: 0.7,
};
/** Of a long text a word tells so much less. */
const LENGTH_MATTERS = 0.5;

export function createPostings(): Postings {
  const words = new SearchableMap<Map<Tool, Place>>();
  const lengths = Object.fromEntries(SEARCHED.map((field) => [field, 0])) as Record<Place["field"], number>;
  let tools = 0;
  const count = (document: ToolDocument, change: 1 | -1): void => {
    tools += change;
    for (const field of SEARCHED) lengths[field] += change * document[field].length;
  };
  return {
    words,
    add(tool, document) {
      count(document, 1);
      for (const field of SEARCHED) {
        const place = { field, length: document[field].length };
        for (const word of document[field]) (words.get(word) ?? addWord(words, word)).set(tool, place);
      }
    },
    remove(tool, document) {
      count(document, -1);
      for (const word of SEARCHED.flatMap((field) => document[field])) {
        const places = words.get(word);
        places?.delete(tool);
        if (places?.size === 0) words.delete(word);
      }
    },
    score(word, tell) {
      const places = words.get(word) ?? new Map<Tool, Place>();
      const rarity = Math.log(1 + (tools - places.size + 0.5) / (places.size + 0.5));
      for (const [tool, { field, length }] of places) {
        const usual = lengths[field] / tools;
        const density = 2.2 / (1 + 1.2 * (1 - LENGTH_MATTERS + (LENGTH_MATTERS * length) / usual));
        tell(tool, WEIGHTS[field] * rarity * (0.5 + density));
      }
    },
  };
}

function addWord(words: Postings["words"], word: string): Map<Tool, Place> {
  const places = new Map<Tool, Place>();
  words.set(word, places);
  return places;
}
