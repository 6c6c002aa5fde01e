import type { Command } from "unbash";
import type { CommandItem, ItemAssignment, ItemRedirect, ItemWord } from "../analysis.ts";
import { checkProgramName } from "./words/check-characters.ts";
import type { Folders, Outcome } from "./folders/folders.ts";
import { toItemFolder } from "./folders/folders.ts";
import { judgeCommand } from "./builtins/judge-command.ts";
import { judgeVariable } from "./builtins/judge-variable.ts";
import { complain, finishReading, startReading } from "./words/reading.ts";
import type { Reading } from "./words/reading.ts";
import { toAssignment, toAssignmentWord } from "./words/to-assignment.ts";
import { toItemRedirect } from "./words/to-item-redirect.ts";
import { toItemWord } from "./words/to-item-word.ts";
import type { Place, Positioned, Walk } from "./walk.ts";
import { toSpan } from "./walk.ts";

/** Lists one simple command, then the commands in its words, and says where the shell may be after it. */
export function walkCommand(command: Command, place: Place, from: Folders, walk: Walk): Outcome {
  const reading = startReading(walk, place);
  const { name } = command;
  const words: ItemWord[] = [];
  const lent: ItemAssignment[] = [];
  const declared: ItemAssignment[] = [];
  const redirects: ItemRedirect[] = [];
  if (name !== undefined) words.push(toItemWord(name, reading));
  for (const node of [...command.prefix, ...command.suffix]) {
    if (node.type === "Word") {
      words.push(toItemWord(node, reading));
    } else if (node.type === "Assignment") {
      const read = toAssignment(node, reading);
      const isArgument = name !== undefined && node.pos > name.pos;
      if (isArgument) words.push(toAssignmentWord(node, read, reading));
      (isArgument ? declared : lent).push(read);
    } else {
      const read = toItemRedirect(node, reading);
      if (read !== null) redirects.push(read);
    }
  }
  const given = command.suffix.filter(({ type }) => type === "Word" || type === "Assignment");
  const targets = command.redirects.flatMap((one) => (one.type === "HereDoc" ? [] : (one.target ?? [])));
  complainOfJoined([...(name === undefined ? [] : [name]), ...given], targets, reading);
  for (const assignment of lent)
    judgeVariable(assignment.name, words.length === 0 ? "sets" : "lends", command, reading);
  const judged = judgeCommand({ words, declared, at: command, from, reading });
  const assignments = [...lent, ...declared, ...judged.assignments];
  addItem({ words, assignments, redirects }, command, place, from, walk);
  if (name !== undefined) {
    checkProgramName(name, words[0]?.text ?? name.text, reading);
    walk.names.push(toSpan(name, place).start);
  }
  finishReading(reading, from);
  return judged.outcome;
}

/** Words without a blank between them are one word to a shell: `a>(b)`. */
function complainOfJoined(words: readonly Positioned[], targets: readonly Positioned[], reading: Reading): void {
  const starts = new Set(words.map(({ pos }) => pos));
  const joined = [...words, ...targets].find(({ end }) => starts.has(end));
  if (joined !== undefined) complain(reading, joined, "unknown-syntax", "this word goes on in the next one");
}

/** Adds an item with the redirects and the context of its place. */
export function addItem(
  own: Pick<CommandItem, "words" | "assignments" | "redirects">,
  at: Positioned,
  place: Place,
  from: Folders,
  walk: Walk,
): void {
  const { within, pipeline, background } = place;
  const redirects = own.redirects.length === 0 ? place.redirects : [...own.redirects, ...place.redirects];
  walk.items.push({ ...own, redirects, within, pipeline, background, ...toItemFolder(from), ...toSpan(at, place) });
}
