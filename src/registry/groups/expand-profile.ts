import type { Tool } from "../../model/tool.ts";
import { suggestNearest } from "../../text/find-nearest.ts";
import { showText } from "../../text/show-text.ts";
import { toCanonicalName } from "../aliases.ts";
import type { Expansion } from "./expand-group.ts";
import { isMember } from "./group-members.ts";
import { PROFILES } from "./group-table.ts";

/** The tools among `tools` that a profile lets through. An unknown profile lets nothing through: it is an error. */
export function expandProfile(name: string, tools: readonly Tool[]): Expansion {
  const entries = Object.hasOwn(PROFILES, name) ? PROFILES[name] : undefined;
  if (entries === undefined) {
    const message = `there is no profile "${showText(name)}"${suggestNearest(name, Object.keys(PROFILES))}`;
    return { ok: false, code: "unknown-profile", message };
  }
  return { ok: true, tools: tools.filter((tool) => entries?.some((entry) => matchEntry(tool, entry)) ?? true) };
}

function matchEntry(tool: Tool, entry: string): boolean {
  if (entry.startsWith("group:")) return isMember(tool, entry.slice("group:".length));
  return tool.name === entry || tool.name === toCanonicalName(entry);
}
