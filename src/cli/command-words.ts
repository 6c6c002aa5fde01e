import type { Command } from "commander";
import { suggestNearest } from "../text/find-nearest.ts";
import { usageError } from "./cli-error.ts";

/** The first word that names a command: neither an option nor `help`. */
export function findCommandName(argv: readonly string[]): string | undefined {
  return findPlaces(argv)
    .map((at) => argv[at])
    .find((word) => word !== "help");
}

/**
 * The command line with `help tools list` and `tools help list` turned into `tools list --help`, which every command
 * understands. Throws for a command that there is not: asked for help about it, the library would show another's.
 */
export function normalizeWords(program: Command, argv: readonly string[]): readonly string[] {
  let command = program;
  const path = ["toolgate"];
  const helpAt = new Set<number>();
  for (const at of findPlaces(argv)) {
    const word = argv[at] ?? "";
    if (command.commands.length === 0) break;
    if (word === "help") helpAt.add(at);
    else {
      command = findInner(command, word, path.join(" "));
      path.push(word);
    }
  }
  return helpAt.size === 0 ? argv : [...argv.filter((_, at) => !helpAt.has(at)), "--help"];
}

function findInner({ commands }: Command, word: string, path: string): Command {
  const inner = commands.find((each) => each.name() === word);
  if (inner !== undefined) return inner;
  const names = commands.map((each) => each.name());
  throw usageError(
    `unknown command \`${word}\`${suggestNearest(word, names)}`,
    `\`${path} --help\` lists the commands`,
  );
}

/** Where the words stand that are neither a global option nor its value. */
function findPlaces(argv: readonly string[]): readonly number[] {
  const places: number[] = [];
  for (let at = 0; at < argv.length; at += 1) {
    const word = argv[at] ?? "";
    if (word === "--") break;
    if (word === "--config") at += 1;
    else if (!word.startsWith("-")) places.push(at);
  }
  return places;
}
