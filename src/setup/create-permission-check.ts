import type { McpServer } from "../config/mcp/mcp-server.ts";
import type { DecidingPlaces, PermissionCheck } from "../config/permissions/create-permission-source.ts";
import { locateSource } from "../config/permissions/locate-source.ts";
import type { ManifestIssue } from "../manifest/manifest.ts";
import type { Tool } from "../model/tool.ts";
import type { BrokenPart } from "../policy/policy.ts";
import { validateVisibility } from "../policy/visibility/validate-visibility.ts";
import { listGroupNames, toServerGroup } from "../registry/groups/group-members.ts";
import { loadCedarPolicy } from "./load-cedar.ts";

export interface PermissionCheckOptions {
  /** Every tool that there is now, of all layers and callers. */
  readonly tools: () => readonly Tool[];
  readonly files: DecidingPlaces;
  /** The upstream servers that are configured, whether or not their tools are known. */
  readonly servers: readonly Pick<McpServer, "name">[];
}

/** Finds what is wrong with a configuration that only its tools show: groups that nothing is in, policies that do not fit. */
export function createPermissionCheck({ tools, files, servers }: PermissionCheckOptions): PermissionCheck {
  // A group that existed once was meant: its last tool may just be gone for now.
  const groups = new Set(servers.map(({ name }) => toServerGroup(name)));
  return async (set) => {
    const all = tools();
    for (const name of listGroupNames(all)) groups.add(name);
    const { issues } = await loadCedarPolicy(set.cedar, all);
    const broken = set.policy.flatMap((policy) => validateVisibility(policy, groups));
    return [...issues, ...broken.map((part) => toIssue(part, files))];
  };
}

function toIssue({ source, message }: BrokenPart, files: DecidingPlaces): ManifestIssue {
  const place = { ...locateSource(source, files), column: 1, endColumn: 1 };
  return { severity: "error", code: "bad-policy", message: `\`[policy]\`: ${message}`, ...place, hint: null };
}
