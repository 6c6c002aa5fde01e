import { toCanonicalName } from "../../registry/aliases.ts";
import type { PolicyTool } from "../policy.ts";
import { matchName } from "../rules/match-name.ts";

/** Whether a list speaks about a tool. */
export type EntryMatch = (tool: PolicyTool) => boolean;

const GROUP = "group:";

/**
 * A list of entries, ready to be asked: names, names of other systems, names with `*`, and `group:NAME`. A name of another
 * system means the tool that it is here.
 */
export function compileEntries(entries: readonly string[]): EntryMatch {
  const names = new Set<string>();
  const groups = new Set<string>();
  const globs: string[] = [];
  for (const entry of entries) {
    if (entry.startsWith(GROUP)) groups.add(entry.slice(GROUP.length));
    else if (entry.includes("*")) globs.push(entry);
    else names.add(entry).add(toCanonicalName(entry));
  }
  return ({ name, groups: own, aliases }) =>
    names.has(name) || hasAny(groups, own) || globs.some((glob) => matchAny(glob, name, aliases));
}

/** A list of ten thousand tools asks this for each of them, several times. */
function hasAny(wanted: ReadonlySet<string>, given: readonly string[] | undefined): boolean {
  if (wanted.size === 0 || given === undefined) return false;
  for (const one of given) if (wanted.has(one)) return true;
  return false;
}

function matchAny(glob: string, name: string, aliases: readonly string[] | undefined): boolean {
  return matchName(glob, name) || (aliases?.some((alias) => matchName(glob, alias)) ?? false);
}
