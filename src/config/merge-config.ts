import path from "node:path";
import type { Mode } from "../policy/policy.ts";
import type { ToolFolder } from "../registry/registry.ts";
import type { ConfigData } from "./file/data/config-data.ts";
import type { ConfigLayer } from "./file/config-layer.ts";
import type { Config, TrustState } from "./config.ts";
import { DEFAULTS, LOCAL_TENANT } from "./defaults.ts";
import type { Folders } from "./folders.ts";
import type { PolicyFile } from "./cedar/read-policies.ts";
import { mergePermissions } from "./merge/deciding/merge-permissions.ts";
import type { DecidingPart, PermissionParts, Restriction } from "./merge/deciding/permission-set.ts";
import { mergeExecuting } from "./merge/executing/merge-executing.ts";
import { mergeCapabilities } from "./merge/merge-capabilities.ts";
import { mergePacks } from "./merge/merge-packs.ts";
import { mergeServers } from "./mcp/merge-servers.ts";
import { mergeTelemetry } from "./telemetry/merge-telemetry.ts";
import { isInside, resolvePlace } from "./places.ts";
import type { Project } from "./read-project.ts";
import { mergeScope } from "./scope/merge-scope.ts";
import { mergeDisclosure } from "./server/merge-disclosure.ts";
import { toServerAuth } from "./server/to-server-auth.ts";
import type { ToolNames } from "./server/tool-names.ts";
import type { ScopeFile } from "./scope/read-scope-file.ts";
import { toDecidingLimits } from "./trust/trust-limits.ts";
import type { TrustLimits } from "./trust/trust-limits.ts";

/** What the command line says for this run; wins over every file. */
export interface ConfigOverrides {
  readonly mode?: Mode | undefined;
  readonly headless?: boolean | undefined;
  readonly host?: string | undefined;
  readonly port?: number | undefined;
}

export interface ConfigParts {
  readonly workspace: string;
  readonly folders: Folders;
  readonly user: {
    readonly layer: ConfigLayer;
    readonly scope: ScopeFile | null;
    readonly policies: readonly PolicyFile[];
    readonly roots: readonly string[];
  } | null;
  readonly project: (Project & { readonly roots: readonly string[] }) | null;
  readonly trust: TrustState;
  /** Restrictions that were stored when a person trusted the project, where it is not what it was then. */
  readonly limits: readonly TrustLimits[];
  readonly overrides: ConfigOverrides;
}

/**
 * Lays the project's configuration over the person's, and the command line over both. Of a project that is not trusted
 * only what restricts counts: its deny and ask rules, a stricter mode, `headless`, what it hides, its limits, who it wants
 * to answer, what its policies forbid, and the limits of its scope. What was stored of them when it was trusted counts too.
 */
export function mergeConfig(parts: ConfigParts): Config {
  const { folders, overrides, user, project, trust, workspace } = parts;
  const own: ConfigData = user?.layer.data ?? {};
  const granted: ConfigData = trust.kind === "trusted" ? (project?.layer.data ?? {}) : {};
  const pick = <Value>(read: (data: ConfigData) => Value | undefined, fallback: Value): Value =>
    read(granted) ?? read(own) ?? fallback;
  const { permissions, policy, cedar, approvers, ...deciding } = mergePermissions(toPermissionParts(parts));
  return {
    workspace,
    configFile: project?.layer.file ?? user?.layer.file ?? null,
    workspaceRoots: mergeRoots(parts),
    toolFolders: mergeToolFolders(parts),
    reload: pick<Config["reload"]>((data) => data.registry?.reload, DEFAULTS.reload),
    permissions,
    policy,
    cedar,
    approvers,
    scope: mergeScope(parts),
    server: {
      host: overrides.host ?? pick((data) => data.server?.host, DEFAULTS.host),
      port: overrides.port ?? pick((data) => data.server?.port, DEFAULTS.port),
      pageSize: pick((data) => data.server?.page_size, DEFAULTS.pageSize),
      toolNames: pick<ToolNames>((data) => data.server?.tool_names, DEFAULTS.toolNames),
      tasks: {
        afterMs: pick((data) => data.server?.task_after_seconds, DEFAULTS.taskAfterSeconds) * 1000,
        ttlMs: pick((data) => data.server?.task_ttl_seconds, DEFAULTS.taskTtlSeconds) * 1000,
      },
      mcp: mergeDisclosure(own.server?.mcp, granted.server?.mcp),
      // Whoever a person trusts to name callers, no project replaces.
      auth: toServerAuth(own.server?.auth ?? granted.server?.auth),
    },
    limits: {
      maxArgumentBytes: pick((data) => data.limits?.max_argument_bytes, DEFAULTS.maxArgumentBytes),
      maxConcurrentCalls: pick((data) => data.limits?.max_concurrent_calls, DEFAULTS.maxConcurrentCalls),
      drainMs: pick((data) => data.limits?.drain_seconds, DEFAULTS.drainSeconds) * 1000,
      ...deciding.limits,
    },
    audit: { durability: pick<"process" | "fsync">((data) => data.audit?.durability, DEFAULTS.durability) },
    packs: {
      ...mergePacks({ user, project, trust, limits: parts.limits, home: folders.home }),
      ...deciding.packs,
    },
    ...mergeExecuting({ user, project, trust, limits: parts.limits, home: folders.home }),
    capabilities: mergeCapabilities([
      ...[own, project?.layer.data].map((data) => data?.capabilities),
      ...parts.limits.map(({ capabilities }) => capabilities),
    ]),
    mcpServers: mergeServers(own.mcp, granted.mcp),
    telemetry: mergeTelemetry(
      user?.layer ?? null,
      trust.kind === "trusted" ? (project?.layer ?? null) : null,
      folders.home,
    ),
    log: { level: own.log?.level ?? granted.log?.level ?? DEFAULTS.logLevel },
    dataFolder: mergeDataFolder(own, user?.layer ?? null, folders),
    home: folders.home,
    tenant: LOCAL_TENANT,
    trust,
  };
}

type DecidingParts = Pick<ConfigParts, "trust" | "limits" | "overrides"> & {
  readonly user: DecidingPart | null;
  readonly project: DecidingPart | null;
};

/** What decides about calls. */
export function toPermissionParts({ user, project, trust, limits, overrides }: DecidingParts): PermissionParts {
  const stored = limits.map((one): Restriction => ({ from: "trusted", limits: one }));
  if (project === null || trust.kind === "trusted") return { user, project, restrictions: stored, overrides };
  const untrusted: Restriction = { from: "project", limits: toDecidingLimits(project.layer, project.policies) };
  return { user, project: null, restrictions: [untrusted, ...stored], overrides };
}

/** The project's roots first, because relative arguments start there; a person may add folders to every project. */
function mergeRoots({ user, project, trust, workspace }: ConfigParts): Config["workspaceRoots"] {
  const theirs = (project?.roots ?? []).filter((root) => trust.kind === "trusted" || isInside(workspace, root));
  const [first = workspace, ...rest] = theirs;
  return [first, ...new Set([...rest, ...(user?.roots ?? [])].filter((root) => root !== first))];
}

function mergeToolFolders({ folders, user, project, trust }: ConfigParts): readonly ToolFolder[] {
  const { layer } = user ?? {};
  const own = (layer?.data.registry?.paths ?? []).map((written) =>
    resolvePlace(layer?.folder ?? "", written, folders.home),
  );
  const all = [...new Set([folders.userTools, ...own])].map((folder): ToolFolder => ({ layer: "user", folder }));
  return trust.kind === "trusted" ? [...all, ...(project?.toolFolders ?? [])] : all;
}

function mergeDataFolder(own: ConfigData, layer: ConfigLayer | null, folders: Folders): string {
  const written = own.storage?.data_folder;
  if (written === undefined || layer === null) return folders.data;
  return path.resolve(resolvePlace(layer.folder, written, folders.home));
}
