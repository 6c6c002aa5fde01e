import { realpathSync } from "node:fs";
import type { ManifestIssue } from "../manifest/manifest.ts";
import { toIssues } from "../manifest/toml/issue-log.ts";
import type { IssueLog } from "../manifest/toml/issue-log.ts";
import { toFileIssue } from "../registry/list-tool-files.ts";
import { readConfigLayer } from "./file/config-layer.ts";
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
}

/** Finds, reads, checks and merges every configuration file of this run. */
export async function loadConfig(options: LoadConfigOptions): Promise<LoadedConfig> {
  const folders = resolveFolders(options.env);
  const located = locateConfig(options.cwd, options.configPath, folders);
  if (!located.ok) return toFailure([located.issue]);
  const read = readParts(located.location, folders);
  if (read.issues.some(({ severity }) => severity === "error")) return toFailure(read.issues);
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
  return {
    config: mergeConfig(parts),
    issues: read.issues,
    trustedFiles: projectTrust && createTrustCheck(projectTrust),
    scope: createScopeSource({ parts, projectTrust }),
  };
}

type ReadParts = Pick<ConfigParts, "user" | "project"> & { readonly issues: readonly ManifestIssue[] };

function readParts({ workspace, projectFile, userFile }: ConfigLocation, folders: Folders): ReadParts {
  const issues: ManifestIssue[] = [];
  const user = userFile === null ? null : readUser(userFile, folders, issues);
  if (projectFile === null) return { user, project: null, issues };
  const { project, issues: found } = readProject(workspace, projectFile, folders.home);
  issues.push(...found);
  if (project === null) return { user, project, issues };
  return { user, project: { ...project, roots: readRoots(project.layer, folders.home, issues) }, issues };
}

function readUser(file: string, folders: Folders, issues: ManifestIssue[]): ConfigParts["user"] {
  const real = resolveLink(file);
  if (real === null) {
    issues.push(toFileIssue(file, "unreadable", "the configuration file is a link that leads nowhere"));
    return null;
  }
  const { layer, issues: found } = readConfigLayer("user", file, real);
  issues.push(...found);
  if (layer === null) return null;
  const scope = readScopeFile(layer);
  issues.push(...scope.issues);
  return { layer, scope: scope.scope, roots: readRoots(layer, folders.home, issues) };
}

function resolveLink(file: string): string | null {
  try {
    return realpathSync(file);
  } catch {
    return null;
  }
}

function readRoots(layer: ConfigLayer, home: string, issues: ManifestIssue[]): readonly string[] {
  const log: IssueLog = { found: [] };
  const roots = resolveRoots(layer, home, log);
  issues.push(...toIssues(log, layer.document));
  return roots;
}

function toFailure(issues: readonly ManifestIssue[]): LoadedConfig {
  return { config: null, issues, trustedFiles: null, scope: null };
}
