import path from "node:path";
import type { ManifestIssue } from "../manifest/manifest.ts";
import { parseManifest } from "../manifest/parse-manifest.ts";
import type { Effect, Tool } from "../model/tool.ts";
import type { Mode } from "../policy/policy.ts";
import type { Environment } from "./folders.ts";
import { resolveFolders } from "./folders.ts";
import { CONFIG_NAME } from "./locate-config.ts";
import { isInside, resolvePlace } from "./places.ts";
import { readProject } from "./read-project.ts";
import type { Project, TrustedFile } from "./read-project.ts";

export interface TrustOptions {
  /** @default `toolgate.toml` in the workspace */
  readonly configFile?: string | undefined;
  /** @default the environment of this process */
  readonly env?: Environment | undefined;
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
}

export interface TrustSummary {
  readonly tools: readonly TrustedTool[];
  readonly allow: readonly string[];
  /** `null` when the project does not set one. */
  readonly mode: Mode | null;
  /** Folders outside the project that tools could work in. */
  readonly outsideRoots: readonly string[];
  readonly scope: { readonly file: string; readonly targets: readonly string[] } | null;
}

export interface TrustedTool {
  readonly name: string;
  /** `null` for a tool that starts no program. */
  readonly program: string | null;
  readonly effect: Effect;
  readonly enabled: boolean;
  readonly environment: readonly string[];
  /** Relative to the workspace. */
  readonly file: string;
}

/**
 * Reads a project and says what trusting it would mean. `workspace` is absolute and real; `trust` is `null` when the
 * configuration or the scope file has an error. Errors in tool files are reported but do not stand in the way: such
 * files give no tool.
 */
export function computeTrust(workspace: string, options: TrustOptions = {}): TrustResult {
  const { home } = resolveFolders(options.env ?? process.env);
  const configFile = options.configFile ?? path.join(workspace, CONFIG_NAME);
  const { project, issues } = readProject(workspace, configFile, home);
  if (project === null) return { trust: null, issues };
  const results = project.tools.flatMap(({ path: file, text }) =>
    text === null ? [] : [parseManifest(text, { file, layer: "project" })],
  );
  const tools = results.flatMap((result) => result.tools.map((tool) => toTrustedTool(tool, workspace)));
  const trust = { hash: project.hash, files: project.files, summary: summarize(project, tools, workspace, home) };
  return { trust, issues: [...issues, ...results.flatMap((result) => result.issues)] };
}

function summarize(project: Project, tools: readonly TrustedTool[], workspace: string, home: string): TrustSummary {
  const { data, folder } = project.layer;
  const roots = (data.workspace?.roots ?? []).map((written) => resolvePlace(folder, written, home));
  const scope = project.scope;
  return {
    tools: tools.toSorted((one, other) => (one.name < other.name ? -1 : 1)),
    allow: data.permissions?.allow ?? [],
    mode: data.permissions?.mode ?? null,
    outsideRoots: roots.filter((root) => !isInside(workspace, root)),
    scope: scope && {
      file: path.relative(workspace, scope.file),
      targets: [...scope.scope.networks, ...scope.scope.domains],
    },
  };
}

function toTrustedTool(tool: Tool, workspace: string): TrustedTool {
  return {
    name: tool.name,
    program: tool.backend.kind === "command" ? tool.backend.binary : null,
    effect: tool.effect,
    enabled: tool.enabled,
    environment: tool.environment,
    file: path.relative(workspace, tool.origin.file ?? workspace),
  };
}
