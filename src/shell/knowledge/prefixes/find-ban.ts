import { findWrappers } from "../wrappers/find-wrappers.ts";
import { unwrap } from "../wrappers/unwrap.ts";
import type { BanRow } from "./ban-rows.ts";
import { INTERPRETERS, RUNS_ANYTHING, RUNS_NEXT_WORD, TOO_WIDE, TRANSFERS } from "./ban-rows.ts";

/**
 * Why a rule on these first words of a command, with anything after them, lets anything run; `null`: no such reason is known.
 * A runner is fine once the words say what it runs: `npx eslint`.
 */
export function findBan(words: readonly string[]): string | null {
  const named = toNamed(words);
  const [program = "", second, third] = named;
  const listed = findListed(named, RUNS_ANYTHING);
  if (listed !== null) return listed;
  if (RUNS_NEXT_WORD.has(named.slice(0, 2).join(" ")) && (third === undefined || third.startsWith("-"))) {
    return `\`${program} ${second ?? ""}\` runs whatever comes next`;
  }
  if (INTERPRETERS.has(program)) return findInterpreterBan(program, second, third);
  return findRunnerBan(named);
}

/** Why these first words are too little for a rule that somebody is offered: what `findBan` finds, and more; `null`: they are not. */
export function findWideBan(words: readonly string[]): string | null {
  const named = toNamed(words);
  const [program = "", second] = named;
  const listed = findBan(words) ?? findListed(named, TOO_WIDE);
  if (listed !== null) return listed;
  if (program.startsWith("mkfs.")) return `\`${program}\` destroys or overwrites whatever is named`;
  if (findWrappers(named).some(({ row }) => row.starts !== "nothing"))
    return `\`${program}\` runs the command that follows`;
  const isOpen = TRANSFERS.has(program) && (second === undefined || second.startsWith("-"));
  return isOpen ? `\`${program}\` reaches any address` : null;
}

/** The bare name of the program: `/usr/bin/python3.12` is `python3`. */
function toNamed([first = "", ...rest]: readonly string[]): readonly string[] {
  const name = first.slice(first.lastIndexOf("/") + 1);
  return [name.replace(/^((?:python|pypy|lua)[23]?|ruby|php|perl)[0-9.]+$/, "$1"), ...rest];
}

function findListed(words: readonly string[], rows: readonly BanRow[]): string | null {
  for (const length of [3, 2, 1]) {
    const command = words.slice(0, length).join(" ");
    const found =
      words.length < length ? undefined : rows.find(([, commands]) => commands.split(", ").includes(command));
    if (found !== undefined) return `\`${command}\` ${found[0]}`;
  }
  return null;
}

function findInterpreterBan(program: string, second: string | undefined, third: string | undefined): string | null {
  if (second === undefined || second === "-") return `\`${program}\` runs any program of its language`;
  if (!second.startsWith("-")) return null;
  if (/^(?:--version|-V|--test|--check)$/.test(second)) return null;
  if (second === "-m" && program.startsWith("py") && third !== undefined) return null;
  return `\`${program} ${second}\` may be followed by code`;
}

function findRunnerBan(words: readonly string[]): string | null {
  const [program = ""] = words;
  for (const wrapper of findWrappers(words)) {
    const { row } = wrapper;
    if (row.starts === "nothing") continue;
    if (row.starts === "joined" || row.starts === "each") return `\`${program}\` hands what follows to a shell`;
    const { commands, lines } = unwrap(words, wrapper);
    const inner = commands.map((command) => command.flatMap((word) => word ?? []));
    if (inner.length === 0 && lines.length === 0) return `\`${program}\` runs whatever follows`;
    const ban = inner.map(findBan).find((reason) => reason !== null);
    if (ban !== undefined) return ban;
  }
  return null;
}
