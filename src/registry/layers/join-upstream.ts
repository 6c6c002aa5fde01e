import type { Tool } from "../../model/tool.ts";
import { toTakenUpstream } from "./layer-issues.ts";
import type { Resolved } from "./resolve-layers.ts";
import { toNameKey } from "./wire-name.ts";

/** Adds the tools of upstream servers where their names are free. Of two servers with one name, the first keeps it. */
export function joinUpstream(resolved: Resolved, upstream: readonly Tool[]): Resolved {
  if (upstream.length === 0) return resolved;
  const tools = new Map(resolved.tools);
  const keys = new Map(resolved.keys);
  const issues = [...resolved.issues];
  for (const tool of upstream) {
    const key = toNameKey(tool.name);
    const other = keys.get(key);
    if (other !== undefined) {
      issues.push(toTakenUpstream(tool, other));
      continue;
    }
    tools.set(tool.name, { tool, stale: false });
    keys.set(key, tool);
  }
  return { ...resolved, tools, keys, issues };
}
