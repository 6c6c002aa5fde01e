import path from "node:path";
import type { Mode, Rule } from "../policy/policy.ts";
import type { ToolFolder } from "../registry/registry.ts";
import type { ConfigData } from "./file/config-data.ts";
import type { ConfigLayer } from "./file/config-layer.ts";
import type { Config, TrustState } from "./config.ts";
import { DEFAULTS, LOCAL_TENANT } from "./defaults.ts";
import type { Folders } from "./folders.ts";
import { CONFIG_NAME } from "./locate-config.ts";
import { mergeCapabilities } from "./merge/merge-capabilities.ts";
import { mergePacks } from "./merge/merge-packs.ts";
import { mergeServers } from "./mcp/merge-servers.ts";
import { isInside, resolvePlace } from "./places.ts";
import type { Project } from "./read-project.ts";
import { mergeScope } from "./scope/merge-scope.ts";
import type { ScopeFile } from "./scope/read-scope-file.ts";
import type { TrustLimits } from "./trust/trust-limits.ts";

/** Said of what holds although the file does not say it now. */
const AS_TRUSTED = "as it was trusted";

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
 * only what restricts counts: its deny and ask rules, a stricter mode, `headless`, and the limits of its scope. What was
 * stored of them when it was trusted counts too.
 */
export function mergeConfig(parts: ConfigParts): Config {
  const { folders, overrides, user, project, trust, workspace } = parts;
  const own: ConfigData = user?.layer.data ?? {};
  const granted: ConfigData = trust.kind === "trusted" ? (project?.layer.data ?? {}) : {};
  const pick = <Value>(read: (data: ConfigData) => Value | undefined, fallback: Value): Value =>
    read(granted) ?? read(own) ?? fallback;
  const timeout = pick((data) => data.permissions?.approval_timeout_seconds, DEFAULTS.approvalTimeoutSeconds);
  return {
    workspace,
    configFile: project?.layer.file ?? user?.layer.file ?? null,
    workspaceRoots: mergeRoots(parts),
    toolFolders: mergeToolFolders(parts),
    reload: pick<Config["reload"]>((data) => data.registry?.reload, DEFAULTS.reload),
    permissions: {
      ...mergeMode(parts),
      rules: mergeRules(parts),
      headless: mergeHeadless(parts),
      approvalTimeoutMs: timeout * 1000,
    },
    scope: mergeScope(parts),
    server: {
      host: overrides.host ?? pick((data) => data.server?.host, DEFAULTS.host),
      port: overrides.port ?? pick((data) => data.server?.port, DEFAULTS.port),
    },
    limits: {
      maxArgumentBytes: pick((data) => data.limits?.max_argument_bytes, DEFAULTS.maxArgumentBytes),
      maxConcurrentCalls: pick((data) => data.limits?.max_concurrent_calls, DEFAULTS.maxConcurrentCalls),
      drainMs: pick((data) => data.limits?.drain_seconds, DEFAULTS.drainSeconds) * 1000,
    },
    audit: { durability: pick<"process" | "fsync">((data) => data.audit?.durability, DEFAULTS.durability) },
    packs: mergePacks({ user, project, trust, limits: parts.limits, home: folders.home }),
    capabilities: mergeCapabilities([
      ...[own, project?.layer.data].map((data) => data?.capabilities),
      ...parts.limits.map(({ capabilities }) => capabilities),
    ]),
    mcpServers: mergeServers(own.mcp, granted.mcp),
    dataFolder: mergeDataFolder(own, user?.layer ?? null, folders),
    tenant: LOCAL_TENANT,
    trust,
  };
}

function mergeHeadless({ overrides, user, project, limits }: ConfigParts): boolean {
  const written = [user, project].some((part) => part?.layer.data.permissions?.headless === true);
  return overrides.headless ?? (written || limits.some(({ headless }) => headless));
}

function mergeRules({ user, project, trust, limits }: ConfigParts): readonly Rule[] {
  const rules = project?.layer.rules ?? [];
  const counted = trust.kind === "trusted" ? rules : rules.filter(({ effect }) => effect !== "allow");
  const present = [...(user?.layer.rules ?? []), ...counted];
  const stored = limits.flatMap((limit) => limit.rules);
  const missing = stored.filter(
    (rule) => !counted.some(({ effect, tool }) => effect === rule.effect && tool === rule.tool),
  );
  return [
    ...present,
    ...missing.map(({ effect, tool, source }, index): Rule => ({
      id: `trusted:${effect}:${index + 1}`,
      effect,
      tool,
      layer: "project",
      source: `${source} ${AS_TRUSTED}`,
      reason: null,
    })),
  ];
}

const STRICTNESS: readonly Mode[] = ["plan", "default", "autonomous"];

type ModeChoice = Pick<Config["permissions"], "mode" | "modeSource">;

function mergeMode({ overrides, user, project, trust, limits }: ConfigParts): ModeChoice {
  if (overrides.mode !== undefined) return { mode: overrides.mode, modeSource: "command line" };
  const own = user?.layer.data.permissions?.mode;
  const base: ModeChoice =
    own === undefined
      ? { mode: DEFAULTS.mode, modeSource: "default" }
      : { mode: own, modeSource: `user ${CONFIG_NAME}` };
  const theirs = project?.layer.data.permissions?.mode ?? null;
  const present = { mode: theirs, modeSource: CONFIG_NAME };
  const chosen = trust.kind === "trusted" && theirs !== null ? { ...present, mode: theirs } : toStricter(base, present);
  return limits.map(({ mode }) => ({ mode, modeSource: `${CONFIG_NAME} ${AS_TRUSTED}` })).reduce(toStricter, chosen);
}

function toStricter(
  base: ModeChoice,
  { mode, modeSource }: { readonly mode: Mode | null; readonly modeSource: string },
): ModeChoice {
  if (mode === null || STRICTNESS.indexOf(mode) >= STRICTNESS.indexOf(base.mode)) return base;
  return { mode, modeSource };
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
