import { PROFILES } from "../../registry/groups/group-table.ts";
import { compileEntries } from "./compile-entries.ts";
import type { EntryMatch } from "./compile-entries.ts";

/** What a profile lets through: one's own, or a built-in one. A name that is neither lets nothing through. */
export function compileProfile(name: string, profiles: Readonly<Record<string, readonly string[]>>): EntryMatch {
  if (Object.hasOwn(profiles, name)) return compileEntries(profiles[name] ?? []);
  const entries = Object.hasOwn(PROFILES, name) ? PROFILES[name] : [];
  return entries === null ? () => true : compileEntries(entries ?? []);
}
