import type { ParsedScript } from "unbash";
import type { AnalysisProblemCode, ItemContext } from "../../analysis.ts";
import type { Folders } from "../folders/folders.ts";
import type { Place, Positioned, Walk } from "../walk.ts";
import { enter, report } from "../walk.ts";

/** One command's words while they are read. Commands inside them wait, so that items stay in order of appearance. */
export interface Reading {
  readonly walk: Walk;
  readonly place: Place;
  readonly nested: Nested[];
}

interface Nested {
  readonly node: SubstitutionNode;
  readonly contexts: readonly ItemContext[];
  /** Where the node's positions count. */
  readonly place: Place;
}

/** A node that holds a script of its own. */
interface SubstitutionNode extends Positioned {
  readonly script: ParsedScript | undefined;
}

export function startReading(walk: Walk, place: Place): Reading {
  return { walk, place, nested: [] };
}

/** Remembers a script inside a word. */
export function addNested(reading: Reading, node: SubstitutionNode, ...contexts: readonly ItemContext[]): void {
  reading.nested.push({ node, contexts, place: reading.place });
}

export function complain(reading: Reading, at: Positioned, code: AnalysisProblemCode, message: string): void {
  report(reading.walk, reading.place, at, code, message);
}

/** Walks the scripts that were found. They start in the folders of the command, and cannot move it. */
export function finishReading({ walk, nested }: Reading, from: Folders): void {
  for (const { node, contexts, place } of nested) {
    let inner: Place = { ...place, redirects: [], pipeline: null, background: false };
    for (const context of contexts) inner = enter(inner, context, node, walk);
    walk.budget -= node.end - node.pos;
    if (walk.budget < 0) {
      report(walk, place, node, "too-deep", "there is too much text in substitutions inside each other");
      return;
    }
    const { script } = node;
    if (script === undefined) {
      report(walk, place, node, "unknown-syntax", "what runs inside this could not be read");
    } else {
      const decoded =
        script.source === undefined ? {} : ({ source: script.source, span: toOuter(node, place) } as const);
      walk.script(script, { ...inner, ...decoded }, from, walk);
    }
  }
}

function toOuter({ pos, end }: Positioned, { span }: Place): { start: number; end: number } {
  return span ?? { start: pos, end };
}
