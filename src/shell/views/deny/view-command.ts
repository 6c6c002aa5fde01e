import { findSubcommand } from "../../knowledge/commands/find-command.ts";
import { normalizeFlags } from "../../knowledge/destructive/normalize-flags.ts";
import type { DenyView } from "../deny-view.ts";
import type { ItemInputs } from "./list-inputs.ts";
import { listStarted } from "./list-started.ts";
import { listSuffixes } from "./list-suffixes.ts";
import type { Search } from "./search.ts";

type Words = DenyView["words"];

/** No honest line has so many wrappers before one command. */
const MOST_COMMANDS = 50;

/** Adds the views of one argument vector and of all that wrappers start from it; returns the text that a shell would run. */
export function viewCommand(
  words: Words,
  kind: "plain" | "nested",
  inputs: ItemInputs,
  search: Search,
): readonly (string | null)[] {
  const lines: (string | null)[] = [];
  let commands = 0;
  const queue: { readonly words: Words; readonly kind: DenyView["kind"] }[] = [{ words, kind }];
  for (const next of queue) {
    if (!search.isNew(next.words, next.kind, inputs)) continue;
    commands += 1;
    if (commands > MOST_COMMANDS) {
      search.add("nested", [null]);
      break;
    }
    search.add(next.kind, next.words);
    const known = toBareName(next.words);
    const direct = withoutEarlyOptions(known);
    search.add(next.kind, known);
    addSpellings(direct, next.kind, search);
    const started = listStarted(known, direct, inputs);
    const inner = next.kind === "nested" ? "nested" : "unwrapped";
    queue.push(...started.commands.map((command) => ({ words: command, kind: inner }) as const));
    lines.push(...started.lines);
    for (const suffix of listSuffixes(direct, started.suspectFrom)) {
      if (search.isFull()) break;
      addSpellings(suffix, "suffix", search);
    }
  }
  return lines;
}

function addSpellings(words: Words, kind: DenyView["kind"], search: Search): void {
  search.add(kind, words);
  for (const spelling of normalizeFlags(words)) search.add(kind, spelling);
}

/** `/bin/rm` is `rm`. */
function toBareName([program = null, ...rest]: Words): Words {
  return [program === null ? null : program.slice(program.lastIndexOf("/") + 1), ...rest];
}

/** `git -C x push` is `git push`. */
function withoutEarlyOptions(words: Words): Words {
  const [program = null] = words;
  if (program === null) return words;
  const given = words.map((text) => ({ text, prefix: text ?? "" }));
  const at = findSubcommand(program, given)?.at ?? 1;
  return at === 1 ? words : [program, ...words.slice(at)];
}
