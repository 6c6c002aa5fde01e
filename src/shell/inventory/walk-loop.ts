import type { ArithmeticFor, For, Select, While } from "unbash";
import type { CommandItem } from "../analysis.ts";
import type { Folders, Outcome } from "./folders/folders.ts";
import { isWithinFolders, joinFolders, stay } from "./folders/folders.ts";
import { judgeVariable } from "./builtins/judge-variable.ts";
import { readArithmetic } from "./words/read-arithmetic.ts";
import { readInside } from "./words/read-parts.ts";
import { finishReading, startReading } from "./words/reading.ts";
import { toItemWord } from "./words/to-item-word.ts";
import type { Place, Walk } from "./walk.ts";
import { enter } from "./walk.ts";

/** Walks `for` and `select`, which set a variable to each of their words. */
export function walkFor(node: For | Select, place: Place, from: Folders, walk: Walk): Outcome {
  const inside = enter(place, "loop", node, walk);
  const reading = startReading(walk, inside);
  judgeVariable(node.name.value, "reads", node.name, reading);
  for (const word of node.wordlist ?? []) toItemWord(word, reading);
  finishReading(reading, from);
  return repeat(from, walk, () => walk.list(node.body.commands, inside, from, walk));
}

export function walkArithmeticFor(node: ArithmeticFor, place: Place, from: Folders, walk: Walk): Outcome {
  const inside = enter(place, "loop", node, walk);
  const reading = startReading(walk, inside);
  for (const expression of [node.initialize, node.test, node.update]) {
    if (expression !== undefined) readArithmetic(expression, reading, readInside);
  }
  finishReading(reading, from);
  return repeat(from, walk, () => walk.list(node.body.commands, inside, from, walk));
}

export function walkWhile(node: While, place: Place, from: Folders, walk: Walk): Outcome {
  const inside = enter(place, "loop", node, walk);
  return repeat(from, walk, () => {
    const asked = walk.list(node.clause.commands, inside, from, walk);
    const end = walk.list(node.body.commands, inside, node.kind === "while" ? asked.ok : asked.fail, walk);
    return { ok: joinFolders(asked.ok, end.ok), fail: joinFolders(asked.fail, end.fail) };
  });
}

/** A loop that moves the shell starts its next round somewhere else, so nothing in it is known to run anywhere. */
function repeat(from: Folders, walk: Walk, round: () => Outcome): Outcome {
  const before = walk.items.length;
  const { ok, fail } = round();
  if (isWithinFolders(joinFolders(ok, fail), from)) return stay(from);
  for (let index = before; index < walk.items.length; index += 1) {
    const item = walk.items[index];
    if (item !== undefined) walk.items[index] = forgetFolder(item);
  }
  return stay(null);
}

function forgetFolder(item: CommandItem): CommandItem {
  const { folders, ...rest } = item;
  return folders === undefined && item.folder === null ? item : { ...rest, folder: null };
}
