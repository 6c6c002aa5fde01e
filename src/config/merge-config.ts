import path from "node:path";
import type { Mode } from "../policy/policy.ts";
import type { ToolFolder } from "../registry/registry.ts";
import type { Scope } from "../scope/scope.ts";
import { addExclusions, intersectScopes } from "./scope/combine-scopes.ts";
import type { ConfigData } from "./file/config-data.ts";
import type { ConfigLayer } from "./file/config-layer.ts";
import type { Config, TrustState } from "./config.ts";
import { DEFAULTS, LOCAL_TENANT } from "./defaults.ts";
import type { Folders } from "./folders.ts";
import { CONFIG_NAME } from "./locate-config.ts";
import { isInside, resolvePlace } from "./places.ts";
import type { Project } from "./read-project.ts";
import type { ScopeFile } from "./scope/read-scope-file.ts";

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
  readonly overrides: ConfigOverrides;
}

/**
 * Lays the project's configuration over the person's, and the command line over both. Of a project that is not trusted
 * only what restricts counts: its deny and ask rules, a stricter mode, `headless`, and the limits of its scope.
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
      headless: overrides.headless ?? [own, project?.layer.data].some((data) => data?.permissions?.headless === true),
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
    dataFolder: mergeDataFolder(own, user?.layer ?? null, folders),
    tenant: LOCAL_TENANT,
    trust,
  };
}

function mergeRules({ user, project, trust }: ConfigParts): Config["permissions"]["rules"] {
  const rules = project?.layer.rules ?? [];
  const counted = trust.kind === "trusted" ? rules : rules.filter(({ effect }) => effect !== "allow");
  return [...(user?.layer.rules ?? []), ...counted];
}

const STRICTNESS: readonly Mode[] = ["plan", "default", "autonomous"];

function mergeMode({ overrides, user, project, trust }: ConfigParts): {
  readonly mode: Mode;
  readonly modeSource: string;
} {
  if (overrides.mode !== undefined) return { mode: overrides.mode, modeSource: "command line" };
  const own = user?.layer.data.permissions?.mode;
  const base =
    own === undefined
      ? { mode: DEFAULTS.mode, modeSource: "default" }
      : { mode: own, modeSource: `user ${CONFIG_NAME}` };
  const theirs = project?.layer.data.permissions?.mode;
  if (theirs === undefined) return base;
  const isStricter = STRICTNESS.indexOf(theirs) < STRICTNESS.indexOf(base.mode);
  return trust.kind === "trusted" || isStricter ? { mode: theirs, modeSource: CONFIG_NAME } : base;
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

function mergeScope({ user, project, trust }: ConfigParts): Config["scope"] {
  const required = user?.layer.data.scope?.required;
  const theirs = project?.layer.data.scope?.required;
  if (trust.kind === "trusted") {
    const scope = overlay(user?.scope?.scope ?? null, project?.scope?.scope ?? null);
    return { file: (project?.scope ?? user?.scope)?.file ?? null, scope, required: theirs ?? required ?? true };
  }
  const isRequired = (required ?? true) || theirs === true;
  const scope = narrow(user?.scope?.scope ?? null, project?.scope?.scope ?? null, isRequired);
  return { file: scope === null ? null : ((user?.scope ?? project?.scope)?.file ?? null), scope, required: isRequired };
}

function overlay(own: Scope | null, theirs: Scope | null): Scope | null {
  if (own === null || theirs === null) return theirs ?? own;
  return addExclusions(theirs, own);
}

/** A scope that is not trusted must not open what would be refused without it. */
function narrow(own: Scope | null, theirs: Scope | null, isRequired: boolean): Scope | null {
  if (own === null) return isRequired ? null : theirs;
  return theirs === null ? own : intersectScopes(own, theirs);
}

function mergeDataFolder(own: ConfigData, layer: ConfigLayer | null, folders: Folders): string {
  const written = own.storage?.data_folder;
  if (written === undefined || layer === null) return folders.data;
  return path.resolve(resolvePlace(layer.folder, written, folders.home));
}
