import { GIT_OPTIONS } from "./git/git-options.ts";
import type { OptionTable } from "./option-table.ts";

const OPTION_TABLES: ReadonlyMap<string, OptionTable> = new Map([["git", GIT_OPTIONS]]);

/** The shipped table for a program as written in a manifest (a name or a path), or `null`. */
export function findOptionTable(binary: string): OptionTable | null {
  return OPTION_TABLES.get(binary.slice(binary.lastIndexOf("/") + 1)) ?? null;
}

/** The key of the longest entry whose words begin `args`, or `null`. */
export function findSubcommand(keys: readonly string[], args: readonly string[]): string | null {
  let found: string | null = null;
  for (const key of keys) {
    const words = toWords(key);
    const isPrefix = words.length > 0 && words.every((word, index) => args[index] === word && !word.startsWith("-"));
    if (isPrefix && words.length > toWords(found ?? "").length) found = key;
  }
  return found;
}

export function toWords(key: string): readonly string[] {
  return key.split(/\s+/).filter((word) => word !== "");
}
