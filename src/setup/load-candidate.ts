import type { CandidatePolicy } from "../call/replay/create-replay.ts";
import { ConfigError } from "../config/config-error.ts";
import type { Config } from "../config/config.ts";
import type { McpServer } from "../config/mcp/mcp-server.ts";
import type { PermissionSource } from "../config/permissions/create-permission-source.ts";
import { readCandidate } from "../config/permissions/read-candidate.ts";
import { createPolicySource } from "../control/policy/create-policy-source.ts";
import type { PolicySourceOptions } from "../control/policy/create-policy-source.ts";
import type { ManifestIssue } from "../manifest/manifest.ts";
import { toFileIssue } from "../registry/list-tool-files.ts";
import { loadCedarPolicy } from "./load-cedar.ts";

export interface CandidateParts extends Pick<PolicySourceOptions, "store" | "registry"> {
  readonly config: Config;
  readonly permissions: Pick<PermissionSource, "files">;
}

/**
 * The policy that a folder's `toolgate.toml` would make here, with the person's own configuration, the rules of the database
 * and the tools as they are.
 *
 * @throws ConfigError where it could not be used
 */
export async function loadCandidate(
  folder: string,
  { config, permissions, store, registry }: CandidateParts,
): Promise<CandidatePolicy> {
  const { mode, modeSource } = config.permissions;
  const { set, servers, issues } = await readCandidate({
    folder,
    userFile: permissions.files.user,
    home: config.home,
    overrides: modeSource === "command line" ? { mode } : {},
  });
  if (set === null) throw new ConfigError(issues);
  const found: ManifestIssue[] = [];
  const currentPolicy = createPolicySource({
    store,
    workspace: config.workspace,
    mcpServers: withCandidates(config.mcpServers, servers),
    permissions: { current: set, revision: 0 },
    registry,
    loadCedar: loadCedarPolicy,
    report: (reported) => found.push(...reported),
  });
  const policy = await currentPolicy();
  const errors = found.filter(({ severity }) => severity === "error");
  // What Cedar's policies are broken by is among both.
  const others = errors.length > 0 ? [] : (policy.broken ?? []);
  const broken = others.map(({ source, message }) => toFileIssue(source, "bad-policy", message));
  if (errors.length + broken.length > 0) throw new ConfigError([...errors, ...broken]);
  return { policy, headless: set.permissions.headless };
}

/** Who may use a server, and whether it is used, as the folder says; a server that it does not name stays what it is. */
function withCandidates(current: readonly McpServer[], candidates: readonly McpServer[]): readonly McpServer[] {
  return current.map((server) => candidates.find(({ name }) => name === server.name) ?? server);
}
