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
  return ({ name, groups: own = [], aliases = [] }) =>
    names.has(name) ||
    own.some((group) => groups.has(group)) ||
    globs.some((glob) => matchName(glob, name) || aliases.some((alias) => matchName(glob, alias)));
}
