import { realpathSync, statSync } from "node:fs";
import path from "node:path";
import type { ManifestIssue } from "../../manifest/manifest.ts";
import { toFileIssue } from "../../registry/list-tool-files.ts";
import { checkLayer } from "../file/check-layer.ts";
import { findSharedIds } from "../file/rules/find-shared-ids.ts";
import { hasErrors, readProjectLayer, readUserLayer } from "../file/read-deciding.ts";
import { CONFIG_NAME } from "../locate-config.ts";
import type { McpServer } from "../mcp/mcp-server.ts";
import { mergeServers } from "../mcp/merge-servers.ts";
import type { ConfigOverrides } from "../merge-config.ts";
import { toPermissionParts } from "../merge-config.ts";
import { mergePermissions } from "../merge/deciding/merge-permissions.ts";
import type { PermissionSet } from "../merge/deciding/permission-set.ts";

export interface CandidateOptions {
  /** Holds the `toolgate.toml`; absolute. */
  readonly folder: string;
  /** The person's own configuration; it need not exist. */
  readonly userFile: string;
  readonly home: string;
  readonly overrides: ConfigOverrides;
}

export interface CandidateResult {
  /** `null` when there is an error among the issues. */
  readonly set: PermissionSet | null;
  /** MCP servers that the folder or the person's own configuration names; of others it says nothing. */
  readonly servers: readonly McpServer[];
  readonly issues: readonly ManifestIssue[];
}

/**
 * What would decide about calls if the `toolgate.toml` of a folder, with its policies, were the project's and trusted. Only
 * for judging what is over: nothing that is read here is ever worked under.
 */
export async function readCandidate({ folder, userFile, home, overrides }: CandidateOptions): Promise<CandidateResult> {
  const place = findFolder(folder);
  if (place === null) {
    const hint = `Give a folder with a ${CONFIG_NAME}.`;
    return failed([toFileIssue(folder, "config-not-found", "there is no such folder", hint)]);
  }
  const project = readProjectLayer(place, path.join(place, CONFIG_NAME), home);
  const user = exists(userFile) ? readUserLayer(userFile, home) : null;
  const issues = [...(user?.issues ?? []), ...project.issues];
  if (hasErrors(issues) || project.layer === null) return failed(issues);
  const own = user === null || user.layer === null ? null : { layer: user.layer, policies: user.policies };
  issues.push(...(await checkLayer(project.layer)));
  if (own !== null) issues.push(...findSharedIds(own.layer, project.layer));
  if (hasErrors(issues)) return failed(issues);
  const theirs = { layer: project.layer, policies: project.policies };
  const trust = { kind: "trusted", hash: "" } as const;
  const parts = toPermissionParts({ user: own, project: theirs, trust, limits: [], overrides });
  const servers = mergeServers(own?.layer.data.mcp, project.layer.data.mcp);
  return { set: mergePermissions(parts), servers, issues };
}

function failed(issues: readonly ManifestIssue[]): CandidateResult {
  return { set: null, servers: [], issues };
}

function findFolder(folder: string): string | null {
  try {
    const real = realpathSync(folder);
    return statSync(real).isDirectory() ? real : null;
  } catch {
    return null;
  }
}

function exists(file: string): boolean {
  return statSync(file, { throwIfNoEntry: false }) !== undefined;
}
