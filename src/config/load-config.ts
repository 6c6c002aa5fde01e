import { realpathSync } from "node:fs";
import type { ManifestIssue } from "../manifest/manifest.ts";
import { toIssues } from "../manifest/toml/issue-log.ts";
import type { IssueLog } from "../manifest/toml/issue-log.ts";
import { findLonePolicies } from "./cedar/find-lone-policies.ts";
import { checkLayer } from "./file/check-layer.ts";
import { findSharedIds } from "./file/rules/find-shared-ids.ts";
import { hasErrors, readUserLayer } from "./file/read-deciding.ts";
import type { ConfigLayer } from "./file/config-layer.ts";
import type { Config, TrustState } from "./config.ts";
import { resolveFolders } from "./folders.ts";
import type { Environment, Folders } from "./folders.ts";
import { createTrustCheck, judgeTrust } from "./judge-trust.ts";
import type { TrustCheck, TrustLookup } from "./judge-trust.ts";
import { locateConfig } from "./locate-config.ts";
import type { ConfigLocation } from "./locate-config.ts";
import { mergeConfig } from "./merge-config.ts";
import type { ConfigOverrides, ConfigParts } from "./merge-config.ts";
import { createPermissionSource } from "./permissions/create-permission-source.ts";
import type { PermissionSource } from "./permissions/create-permission-source.ts";
import { resolveRoots } from "./places.ts";
import { readProject } from "./read-project.ts";
import { createScopeSource } from "./scope/create-scope-source.ts";
import type { ScopeSource } from "./scope/create-scope-source.ts";
import { readScopeFile } from "./scope/read-scope-file.ts";
import { findLimits } from "./trust/find-limits.ts";
import { createProjectTrust } from "./trust/project-trust.ts";

export interface LoadConfigOptions {
  readonly cwd: string;
  /** A configuration file, or a folder that holds one. @default the nearest `toolgate.toml` upward from `cwd` */
  readonly configPath?: string | undefined;
  readonly env: Environment;
  readonly overrides?: ConfigOverrides | undefined;
  readonly trust: TrustLookup;
  /** Gives the restrictions that were stored when a folder was trusted. @default none */
  readonly trustLimits?: TrustLookup | undefined;
}

export interface LoadedConfig {
  /** `null` when there is any error: half a configuration may be one without its deny rules. */
  readonly config: Config | null;
  readonly issues: readonly ManifestIssue[];
  /** What the registry must ask before it loads project files; `null` when there are none to load. */
  readonly trustedFiles: TrustCheck | null;
  /** The scope of this moment, which `config.scope` is at the start; `null` without a configuration. */
  readonly scope: ScopeSource | null;
  /** What decides about calls at this moment, which is that of `config` at the start; `null` without a configuration. */
  readonly permissions: PermissionSource | null;
}

/** Finds, reads, checks and merges every configuration file of this run. */
export async function loadConfig(options: LoadConfigOptions): Promise<LoadedConfig> {
  const folders = resolveFolders(options.env);
  const located = locateConfig(options.cwd, options.configPath, folders);
  if (!located.ok) return toFailure([located.issue]);
  const read = await checkLayers(readParts(located.location, folders));
  if (hasErrors(read.issues)) return toFailure(read.issues);
  const { project } = read;
  const { workspace } = located.location;
  const trust: TrustState =
    project === null ? { kind: "none" } : await judgeTrust(project, workspace, options.env, options.trust);
  const start = options.configPath === undefined ? realpathSync(options.cwd) : workspace;
  const limits = await findLimits({ start, workspace, trust }, options.trustLimits ?? (() => Promise.resolve(null)));
  const parts = { ...read, workspace, folders, trust, limits, overrides: options.overrides ?? {} };
  const isWatched = project !== null && trust.kind === "trusted";
  // Automation trusted what was there when it started Toolgate, and knows nothing of what comes later.
  const lookup = options.env.TOOLGATE_TRUST === "1" ? null : options.trust;
  const projectTrust = isWatched ? createProjectTrust(project, workspace, folders.home, lookup) : null;
  const config = mergeConfig(parts);
  const permissions = createPermissionSource({ parts, projectTrust, isFrozen: config.reload === "frozen" });
  const onAccepted = (): Promise<void> => permissions.restrict();
  return {
    config,
    issues: read.issues,
    trustedFiles:
      isWatched && projectTrust !== null ? createTrustCheck({ trust: projectTrust, start: project, onAccepted }) : null,
    scope: createScopeSource({ parts, projectTrust }),
    permissions,
  };
}

type ReadParts = Pick<ConfigParts, "user" | "project"> & { readonly issues: readonly ManifestIssue[] };

async function checkLayers(read: ReadParts): Promise<ReadParts> {
  const layers = [read.user, read.project].flatMap((part) => (part === null ? [] : [part.layer]));
  const found = await Promise.all(layers.map(checkLayer));
  return { ...read, issues: [...read.issues, ...found.flat()] };
}

function readParts({ workspace, projectFile, userFile }: ConfigLocation, folders: Folders): ReadParts {
  const issues: ManifestIssue[] = [];
  const user = userFile === null ? null : readUser(userFile, folders, issues);
  if (userFile === null) issues.push(...findLonePolicies(folders));
  if (projectFile === null) return { user, project: null, issues };
  const { project, issues: found } = readProject(workspace, projectFile, folders.home);
  issues.push(...found);
  if (project === null) return { user, project, issues };
  if (user !== null) issues.push(...findSharedIds(user.layer, project.layer));
  return { user, project: { ...project, roots: readRoots(project.layer, folders.home, issues) }, issues };
}

function readUser(file: string, folders: Folders, issues: ManifestIssue[]): ConfigParts["user"] {
  const { layer, policies, issues: found } = readUserLayer(file, folders.home);
  issues.push(...found);
  if (layer === null) return null;
  const scope = readScopeFile(layer);
  issues.push(...scope.issues);
  return { layer, policies, scope: scope.scope, roots: readRoots(layer, folders.home, issues) };
}

function readRoots(layer: ConfigLayer, home: string, issues: ManifestIssue[]): readonly string[] {
  const log: IssueLog = { found: [] };
  const roots = resolveRoots(layer, home, log);
  issues.push(...toIssues(log, layer.document));
  return roots;
}

function toFailure(issues: readonly ManifestIssue[]): LoadedConfig {
  return { config: null, issues, trustedFiles: null, scope: null, permissions: null };
}
