import { findWrappers } from "../wrappers/find-wrappers.ts";
import { BAN_ROWS, INTERPRETERS, TRANSFERS } from "./ban-rows.ts";

/** Why these first words of a command say nothing about what may follow them; `null`: no such reason is known. */
export function findBan(words: readonly string[]): string | null {
  const [first = "", second] = words;
  const program = first
    .slice(first.lastIndexOf("/") + 1)
    .replace(/(?<=^(?:python|pypy|ruby|php|lua|perl|pip)[23]?)[0-9.]*$/, "");
  const named = [program, ...words.slice(1)];
  for (const length of [3, 2, 1]) {
    const reason = named.length < length ? undefined : BANS.get(named.slice(0, length).join(" "));
    if (reason !== undefined) return `\`${named.slice(0, length).join(" ")}\` ${reason}`;
  }
  if (/^mkfs\./.test(program)) return `\`${program}\` destroys or overwrites whatever is named`;
  const starts = findWrappers(named).some(({ row }) => row.starts !== "nothing");
  if (starts) return `\`${program}\` runs the command that follows it`;
  if (INTERPRETERS.has(program)) return findInterpreterBan(program, second, words[2]);
  const isOpen = TRANSFERS.has(program) && (second === undefined || second.startsWith("-"));
  return isOpen ? `\`${program}\` reaches any address` : null;
}

function findInterpreterBan(program: string, second: string | undefined, third: string | undefined): string | null {
  if (second === undefined || second === "-") return `\`${program}\` runs any program of its language`;
  if (!second.startsWith("-")) return null;
  if (/^(?:--version|-V|--test|--check)$/.test(second)) return null;
  if (second === "-m" && program.startsWith("py") && third !== undefined) return null;
  return `\`${program} ${second}\` may be followed by code`;
}

const BANS: ReadonlyMap<string, string> = new Map(
  BAN_ROWS.flatMap(([reason, commands]) => commands.split(", ").map((command) => [command, reason] as const)),
);
