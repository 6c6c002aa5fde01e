import type { DecidingPlaces } from "../../config/permissions/create-permission-source.ts";
import { locateSource } from "../../config/permissions/locate-source.ts";
import type { McpServer } from "../../config/mcp/mcp-server.ts";
import type { PermissionSet } from "../../config/merge/deciding/permission-set.ts";
import type { ManifestIssue } from "../../manifest/manifest.ts";
import type { Tool } from "../../model/tool.ts";
import type { VisibilityPolicy } from "../../policy/policy.ts";
import { toAliases } from "../../registry/aliases.ts";
import { suggestNearest } from "../../text/find-nearest.ts";
import { showText } from "../../text/show-text.ts";
import { isUpstreamName } from "./is-upstream-name.ts";

interface List {
  readonly key: string;
  readonly source: string;
  readonly entries: readonly string[];
}

/**
 * Warnings about names that no tool has in the lists that take away: what `[policy]` denies, what `[[limits.rules]]` count
 * and what `[[approvals.who]]` is about. Patterns may be about tools to come.
 */
export function findEntryIssues(
  { policy, limits, approvers }: Pick<PermissionSet, "policy" | "limits" | "approvers">,
  tools: readonly Tool[],
  files: DecidingPlaces,
  servers: readonly McpServer[],
): readonly ManifestIssue[] {
  const names = new Set(tools.flatMap(({ name }) => [name, ...toAliases(name)]));
  const lists: readonly List[] = [
    ...policy.flatMap(listDenials),
    ...limits.rules.map(({ tools: entries, source }) => ({ key: "limits.rules.tools", source, entries })),
    ...approvers.map(({ tools: entries, source }) => ({ key: "approvals.who.tools", source, entries })),
  ];
  return lists.flatMap(({ key, source, entries }) =>
    entries.filter(isName).flatMap((entry): readonly ManifestIssue[] => {
      if (names.has(entry) || isUpstreamName(entry, servers)) return [];
      const message = `\`${key}\`: no tool is named \`${showText(entry)}\`${suggestNearest(entry, names)}`;
      const place = { ...locateSource(source, files), column: 1, endColumn: 1 };
      const hint = "`toolgate tools list` shows the names there are.";
      return [{ severity: "warning", code: "unknown-tool", message, hint, ...place }];
    }),
  );
}

function isName(entry: string): boolean {
  return !entry.includes("*") && !entry.startsWith("group:");
}

function listDenials({ source, deny, agents, delegation }: VisibilityPolicy): readonly List[] {
  return [
    { key: "policy.deny", source, entries: deny },
    ...Object.entries(agents).map(([name, agent]) => ({
      key: `policy.agents.${showText(name)}.deny`,
      source,
      entries: agent.deny,
    })),
    { key: "policy.delegation.deny", source, entries: delegation.deny },
    { key: "policy.delegation.leaf_deny", source, entries: delegation.leafDeny },
  ];
}
