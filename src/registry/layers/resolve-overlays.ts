import type { ManifestIssue } from "../../manifest/manifest.ts";
import type { Tool } from "../../model/tool.ts";
import { toDuplicates, toNeedsOverrides, toSameWireName } from "./layer-issues.ts";
import { mayReplace } from "./may-replace.ts";
import type { Resolved } from "./resolve-layers.ts";
import { toNameKey } from "./wire-name.ts";

export interface ResolvedOverlays {
  readonly overlays: ReadonlyMap<string, ReadonlyMap<string, Tool>>;
  readonly issues: readonly ManifestIssue[];
}

/**
 * Decides which tools of each overlay may stand in front of what everybody has. The rules are those of the layers:
 * consent to replace a tool of the same name, and no two names that are one on the wire.
 */
export function resolveOverlays(
  wanted: ReadonlyMap<string, readonly Tool[]>,
  everybody: Pick<Resolved, "tools" | "keys">,
): ResolvedOverlays {
  const issues: ManifestIssue[] = [];
  const overlays = [...wanted].map(([key, tools]) => [key, resolveOne(tools, everybody, issues)] as const);
  return { overlays: new Map(overlays.filter(([, tools]) => tools.size > 0)), issues };
}

function resolveOne(
  wanted: readonly Tool[],
  { tools, keys }: Pick<Resolved, "tools" | "keys">,
  issues: ManifestIssue[],
): ReadonlyMap<string, Tool> {
  const own = new Map<string, Tool>();
  const taken = new Map<string, Tool>();
  for (const [name, all] of Map.groupBy(wanted, (tool) => tool.name)) {
    const [tool, ...others] = all;
    if (tool === undefined || others.length > 0) {
      issues.push(...toDuplicates(all));
      continue;
    }
    const lower = tools.get(name)?.tool;
    const key = toNameKey(name);
    const other = keys.get(key) ?? taken.get(key);
    if (other !== undefined && other.name !== name) issues.push(toSameWireName(tool, other));
    else if (lower !== undefined && !mayReplace(tool)) issues.push(toNeedsOverrides(tool, lower));
    else {
      own.set(name, tool);
      taken.set(key, tool);
    }
  }
  return own;
}
