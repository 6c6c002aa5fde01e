import type { Case, CompoundList, If } from "unbash";
import type { Folders, Outcome } from "./folders/folders.ts";
import { joinFolders } from "./folders/folders.ts";
import { finishReading, startReading } from "./words/reading.ts";
import { toItemWord } from "./words/to-item-word.ts";
import type { Place, Walk } from "./walk.ts";
import { enter } from "./walk.ts";

/** Walks every branch of an `if`; afterwards the shell is where any of them left it. */
export function walkIf(node: If, place: Place, from: Folders, walk: Walk): Outcome {
  const inside = enter(place, "condition", node, walk);
  const list = ({ commands }: CompoundList, start: Folders): Outcome => walk.list(commands, inside, start, walk);
  const ends: Outcome[] = [];
  let start = from;
  for (const { clause, then } of [node, ...node.elif]) {
    const asked = list(clause, start);
    ends.push(list(then, asked.ok));
    start = asked.fail;
  }
  ends.push(node.else === undefined ? { ok: start, fail: [] } : list(node.else, start));
  return ends.reduce((left, right) => ({
    ok: joinFolders(left.ok, right.ok),
    fail: joinFolders(left.fail, right.fail),
  }));
}

/** Walks every branch of a `case`; `;&` leads from one into the next. */
export function walkCase(node: Case, place: Place, from: Folders, walk: Walk): Outcome {
  const inside = enter(place, "case", node, walk);
  const reading = startReading(walk, inside);
  toItemWord(node.word, reading);
  for (const { pattern } of node.items) for (const word of pattern) toItemWord(word, reading);
  finishReading(reading, from);
  let outcome: Outcome = { ok: from, fail: [] };
  let start = from;
  for (const { body, terminator } of node.items) {
    const end = walk.list(body.commands, inside, start, walk);
    outcome = { ok: joinFolders(outcome.ok, end.ok), fail: joinFolders(outcome.fail, end.fail) };
    const leads = terminator === ";&" || terminator === ";;&";
    start = leads ? joinFolders(from, joinFolders(end.ok, end.fail)) : from;
  }
  return outcome;
}
