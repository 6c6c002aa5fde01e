import type { CommandNode, CompoundList, Coproc, Function as FunctionNode, Redirected } from "unbash";
import type { ItemContext, ItemRedirect } from "../analysis.ts";
import type { Folders, Outcome } from "./folders/folders.ts";
import { stay } from "./folders/folders.ts";
import { judgeVariable } from "./builtins/judge-variable.ts";
import { readArithmetic } from "./words/read-arithmetic.ts";
import { readInside } from "./words/read-parts.ts";
import { finishReading, startReading } from "./words/reading.ts";
import { toItemRedirect } from "./words/to-item-redirect.ts";
import { walkCase, walkIf } from "./walk-choice.ts";
import { addItem } from "./walk-command.ts";
import { walkArithmeticFor, walkFor, walkWhile } from "./walk-loop.ts";
import { walkTest } from "./walk-test.ts";
import type { Place, Positioned, Walk } from "./walk.ts";
import { enter, report } from "./walk.ts";

type Compound = Exclude<CommandNode, { type: "Command" }>;

/** Walks everything that holds commands. What is not named here is reported, and not walked. */
export function walkCompound(node: Compound | CompoundList, place: Place, from: Folders, walk: Walk): Outcome {
  switch (node.type) {
    case "Subshell":
      walkBody(node.body, "subshell", place, from, walk);
      return stay(from);
    case "BraceGroup":
      return walkBody(node.body, "group", place, from, walk);
    case "CompoundList":
      return walkBody(node, "group", place, from, walk);
    case "If":
      return walkIf(node, place, from, walk);
    case "Case":
      return walkCase(node, place, from, walk);
    case "For":
    case "Select":
      return walkFor(node, place, from, walk);
    case "ArithmeticFor":
      return walkArithmeticFor(node, place, from, walk);
    case "While":
      return walkWhile(node, place, from, walk);
    case "Redirected":
      return walkRedirected(node, place, from, walk);
    case "Function":
      return walkFunction(node, place, walk);
    case "Coproc":
      walkCoproc(node, place, from, walk);
      return stay(from);
    case "TestCommand":
      walkTest(node, place, from, walk);
      return stay(from);
    case "ArithmeticCommand": {
      const reading = startReading(walk, enter(place, "arithmetic", node, walk));
      const { expression } = node;
      if (expression !== undefined) readArithmetic(expression, reading, readInside);
      else if (node.body.trim() !== "")
        report(walk, place, node, "unknown-syntax", "this arithmetic is not understood");
      finishReading(reading, from);
      return stay(from);
    }
    default:
      return reportUnknown(node, place, walk);
  }
}

function reportUnknown(node: never, place: Place, walk: Walk): Outcome {
  const { pos, end }: Positioned = node;
  report(walk, place, { pos, end }, "unknown-syntax", "this kind of command is not understood");
  return stay(null);
}

function walkBody(body: CompoundList, context: ItemContext, place: Place, from: Folders, walk: Walk): Outcome {
  return walk.list(body.commands, enter(place, context, body, walk), from, walk);
}

function walkRedirected(node: Redirected, place: Place, from: Folders, walk: Walk): Outcome {
  const reading = startReading(walk, place);
  const redirects: ItemRedirect[] = node.redirects.flatMap((redirection) => toItemRedirect(redirection, reading) ?? []);
  finishReading(reading, from);
  const before = walk.items.length;
  const outcome = walkCompound(node.command, { ...place, redirects: [...redirects, ...place.redirects] }, from, walk);
  // `[[ a ]] >file` writes a file, though no program runs.
  const [first] = redirects;
  const isListed = first === undefined || walk.items.slice(before).some((item) => item.redirects.includes(first));
  if (!isListed) addItem({ words: [], assignments: [], redirects }, node, place, from, walk);
  return outcome;
}

/** It runs whenever its name is called, wherever the shell is then; so from here on nobody knows where that is. */
function walkFunction(node: FunctionNode, place: Place, walk: Walk): Outcome {
  report(walk, place, node.name, "redefinition", "a function gives this name another meaning");
  walkCompound(node.body, enter(place, "function", node, walk), null, walk);
  return stay(null);
}

function walkCoproc({ name, body, pos, end }: Coproc, place: Place, from: Folders, walk: Walk): void {
  const reading = startReading(walk, place);
  judgeVariable(name?.value ?? "COPROC", name === undefined ? "lends" : "reads", { pos, end }, reading);
  const inside: Place = { ...enter(place, "coprocess", { pos, end }, walk), background: true };
  if (body.type !== "Command") walkCompound(body, inside, from, walk);
  else walk.list([{ type: "Statement", pos, end, command: body, background: undefined }], inside, from, walk);
}
