import path from "node:path";
import type { ManifestIssue, ManifestResult, ModuleEvaluator, ToolcladProject } from "../manifest/manifest.ts";
import { parseManifest } from "../manifest/parse-manifest.ts";
import { parseToolcladProject } from "../manifest/toolclad/project/parse-toolclad-project.ts";
import type { Mode } from "../policy/policy.ts";
import { mergeCapabilities } from "./merge/merge-capabilities.ts";
import type { Environment } from "./folders.ts";
import { resolveFolders } from "./folders.ts";
import { CONFIG_NAME } from "./locate-config.ts";
import { isInside, resolvePlace } from "./places.ts";
import { readProject } from "./read-project.ts";
import type { Project, TrustedFile } from "./read-project.ts";
import { describeGrant } from "./trust/describe-grant.ts";
import { findUndecided } from "./trust/find-undecided.ts";
import { listSettings } from "./trust/list-settings.ts";
import type { TrustedSetting } from "./trust/list-settings.ts";
import { toTrustLimits } from "./trust/trust-limits.ts";
import type { TrustLimits } from "./trust/trust-limits.ts";
import { toTrustedPolicies } from "./trust/trusted-policies.ts";
import type { TrustedPolicies } from "./trust/trusted-policies.ts";
import { toTrustedTool } from "./trust/trusted-tool.ts";
import type { TrustedTool } from "./trust/trusted-tool.ts";

export interface TrustOptions {
  /** @default `toolgate.toml` in the workspace */
  readonly configFile?: string | undefined;
  /** @default the environment of this process */
  readonly env?: Environment | undefined;
  /** What reads module files. @default they are reported, and not read */
  readonly evaluateModule?: ModuleEvaluator | undefined;
}

export interface TrustResult {
  readonly trust: Trust | null;
  readonly issues: readonly ManifestIssue[];
}

/** What a project would get if it were trusted, as it stands in its folder now. */
export interface Trust {
  /** `sha256:<hex>`: what to record. */
  readonly hash: string;
  readonly files: readonly TrustedFile[];
  readonly summary: TrustSummary;
  /** What will restrict for as long as nobody trusts another state of the project. */
  readonly limits: TrustLimits;
}

export interface TrustSummary {
  readonly tools: readonly TrustedTool[];
  /** The rules that let calls run without asking, as texts. */
  readonly allow: readonly string[];
  /** `null` when the project does not set one. */
  readonly mode: Mode | null;
  /** Folders outside the project that tools could work in. */
  readonly outsideRoots: readonly string[];
  readonly scope: { readonly file: string; readonly targets: readonly string[] } | null;
  readonly policies: readonly TrustedPolicies[];
  readonly settings: readonly TrustedSetting[];
}

/**
 * Reads a project and says what trusting it would mean. `workspace` is absolute and real; `trust` is `null` when the
 * configuration or the scope file has an error, or a module does not finish. Other errors in tool files are reported but
 * do not stand in the way: such files give no tool.
 */
export function computeTrust(workspace: string, options: TrustOptions = {}): TrustResult {
  const { home } = resolveFolders(options.env ?? process.env);
  const configFile = options.configFile ?? path.join(workspace, CONFIG_NAME);
  const { project, issues } = readProject(workspace, configFile, home);
  if (project === null) return { trust: null, issues };
  const { results, undecided } = readTools(project, options.evaluateModule);
  const found = [...issues, ...results.flatMap((result) => result.issues)];
  if (undecided !== null) return { trust: null, issues: [...found, undecided] };
  const tools = results.flatMap((result) => result.tools.map((tool) => toTrustedTool(tool, workspace)));
  const { hash, files } = project;
  const trust = {
    hash,
    files,
    summary: summarize(project, tools, workspace, home),
    limits: toTrustLimits(project, home),
  };
  return { trust, issues: found };
}

interface ReadTools {
  readonly results: readonly ManifestResult[];
  readonly undecided: ManifestIssue | null;
}

/** As the registry would read them, once they are trusted; up to the first one that nothing can be said about. */
function readTools({ tools, settings, layer }: Project, evaluateModule: ModuleEvaluator | undefined): ReadTools {
  const read = settings.map(({ path: file, text, folders }) => ({
    folders,
    ...(text === null ? { project: null, issues: [] } : parseToolcladProject(text, file)),
  }));
  const projects = new Map<string, ToolcladProject | null>();
  for (const { folders, project } of read) for (const folder of folders) projects.set(folder, project);
  const ceiling = mergeCapabilities([layer.data.capabilities]);
  const results: ManifestResult[] = read.map(({ issues }) => ({ tools: [], issues }));
  for (const { path: file, text, folder } of tools) {
    if (text === null) continue;
    const project = projects.get(folder) ?? undefined;
    const result = parseManifest(text, { file, layer: "project", project, evaluateModule, ceiling });
    results.push(result);
    const undecided = findUndecided(result);
    if (undecided !== null) return { results, undecided };
  }
  return { results, undecided: null };
}

function summarize(project: Project, tools: readonly TrustedTool[], workspace: string, home: string): TrustSummary {
  const { data, folder } = project.layer;
  const roots = (data.workspace?.roots ?? []).map((written) => resolvePlace(folder, written, home));
  const scope = project.scope;
  return {
    tools: tools.toSorted((one, other) => (one.name < other.name ? -1 : 1)),
    allow: project.layer.rules.filter(({ effect }) => effect === "allow").map(describeGrant),
    mode: data.permissions?.mode ?? null,
    outsideRoots: roots.filter((root) => !isInside(workspace, root)),
    scope: scope && {
      file: path.relative(workspace, scope.file),
      targets: [...scope.scope.networks, ...scope.scope.domains],
    },
    policies: project.policies.map((file) => toTrustedPolicies(file, workspace)),
    settings: listSettings(data),
  };
}
