import type { AndOr, CommandNode, Pipeline, Statement, Time } from "unbash";
import type { Span } from "../simple-script.ts";
import type { Folders, Outcome } from "./folders/folders.ts";
import { joinFolders, stay } from "./folders/folders.ts";
import { walkCommand } from "./walk-command.ts";
import { walkCompound } from "./walk-compound.ts";
import type { Place, Walk } from "./walk.ts";

/** Walks commands that follow each other. */
export function walkList(statements: readonly Statement[], place: Place, from: Folders, walk: Walk): Outcome {
  let outcome = stay(from);
  for (const { command, background } of statements) {
    const start = joinFolders(outcome.ok, outcome.fail);
    if (background === true) {
      walkPart(command, { ...place, background: true }, start, walk);
      outcome = stay(start);
    } else {
      outcome = walkPart(command, place, start, walk);
    }
  }
  return outcome;
}

function walkPart(part: AndOr | Pipeline | CommandNode, place: Place, from: Folders, walk: Walk): Outcome {
  if (part.type === "AndOr") return walkAndOr(part, place, from, walk);
  return part.type === "Pipeline" ? walkPipeline(part, place, from, walk) : walkNode(part, place, from, walk);
}

function walkAndOr({ commands, operators }: AndOr, place: Place, from: Folders, walk: Walk): Outcome {
  let outcome: Outcome = { ok: from, fail: [] };
  for (const [index, command] of commands.entries()) {
    const isOr = index > 0 && operators[index - 1] === "||";
    const next = walkPart(command, place, isOr ? outcome.fail : outcome.ok, walk);
    outcome = isOr
      ? { ok: joinFolders(outcome.ok, next.ok), fail: next.fail }
      : { ok: next.ok, fail: joinFolders(outcome.fail, next.fail) };
  }
  return outcome;
}

function walkPipeline({ prefixes, commands }: Pipeline, place: Place, from: Folders, walk: Walk): Outcome {
  for (const prefix of prefixes) {
    if (prefix.type === "Time" && place.span === null) walk.keywords.push(toKeyword(prefix));
  }
  const [only] = commands;
  if (only !== undefined && commands.length === 1) {
    const outcome = walkNode(only, place, from, walk);
    const isNegated = prefixes.filter(({ type }) => type === "Negation").length % 2 === 1;
    return isNegated ? { ok: outcome.fail, fail: outcome.ok } : outcome;
  }
  // A pipe inside a group that is piped itself is one more part of the same stream.
  const pipeline = place.pipeline ?? walk.pipelines++;
  // Each part runs in a shell of its own.
  for (const command of commands) walkNode(command, { ...place, pipeline }, from, walk);
  return stay(from);
}

/** `time` with its options. */
function toKeyword({ pos, keywordEnd, posix, endOfOptions }: Time): Span {
  return { start: pos, end: endOfOptions?.end ?? posix?.end ?? keywordEnd };
}

function walkNode(node: CommandNode, place: Place, from: Folders, walk: Walk): Outcome {
  return node.type === "Command" ? walkCommand(node, place, from, walk) : walkCompound(node, place, from, walk);
}
