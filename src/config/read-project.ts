import { hash } from "node:crypto";
import path from "node:path";
import type { ManifestIssue } from "../manifest/manifest.ts";
import type { PolicyFile } from "./cedar/read-policies.ts";
import { showText } from "../text/show-text.ts";
import { canonicalJson } from "../model/canonical-json.ts";
import { findToolcladProject } from "../registry/files/toolclad-project.ts";
import { listToolFiles, toFileIssue } from "../registry/list-tool-files.ts";
import type { ToolFile } from "../registry/list-tool-files.ts";
import { readSmallFile } from "../registry/read-small-file.ts";
import type { ToolFolder } from "../registry/registry.ts";
import { hasErrors, readProjectLayer } from "./file/read-deciding.ts";
import type { ConfigLayer } from "./file/config-layer.ts";
import { DEFAULTS } from "./defaults.ts";
import { isInside, resolvePlace } from "./places.ts";
import { readScopeFile } from "./scope/read-scope-file.ts";
import type { ScopeFile } from "./scope/read-scope-file.ts";

/** Everything that decides what a project gets, read once: what is hashed is what is used and shown. */
export interface Project {
  readonly layer: ConfigLayer;
  readonly toolFolders: readonly ToolFolder[];
  readonly tools: readonly ProjectTool[];
  /** The `toolclad.toml` files that the tool folders use. */
  readonly settings: readonly ToolcladSettings[];
  readonly scope: ScopeFile | null;
  readonly policies: readonly PolicyFile[];
  readonly files: readonly TrustedFile[];
  /** `sha256:<hex>` over names and content of all files. */
  readonly hash: string;
}

/** A file that trust covers. */
export interface TrustedFile {
  /** Relative to the workspace. */
  readonly path: string;
  /** Lower-case hex; `refused:<code>` for a tool file that is never loaded, such as a link that leads outside. */
  readonly sha256: string;
}

export interface ProjectTool {
  readonly path: string;
  readonly sha256: string;
  /** `null` when the file is refused. */
  readonly text: string | null;
  /** Where it lies. */
  readonly folder: string;
}

export interface ToolcladSettings extends Omit<ProjectTool, "folder"> {
  /** The tool folders that it is for. */
  readonly folders: readonly string[];
}

export interface ProjectResult {
  readonly project: Project | null;
  readonly issues: readonly ManifestIssue[];
}

/**
 * Reads a project: its configuration, scope file, policies and every tool file. An error in anything but a tool file gives
 * none.
 */
export function readProject(workspace: string, configFile: string, home: string): ProjectResult {
  const read = readProjectLayer(workspace, configFile, home);
  const { layer, policies } = read;
  if (layer === null) return { project: null, issues: read.issues };
  const folders = resolveToolFolders(workspace, layer, home);
  const scope = readScopeFile(layer);
  const all = [...read.issues, ...folders.issues, ...scope.issues];
  if (hasErrors(all)) return { project: null, issues: all };
  const tools = folders.toolFolders.flatMap(readTools);
  const settings = readSettings(folders.toolFolders);
  const files = listFiles(workspace, layer, scope.scope, [
    ...tools,
    ...settings,
    ...policies.map(({ file, sha256 }) => ({ path: file, sha256 })),
  ]);
  const named = canonicalJson({ version: 1, files: files.map((file) => ({ ...file })) });
  const { toolFolders } = folders;
  return {
    project: {
      layer,
      toolFolders,
      tools,
      settings,
      scope: scope.scope,
      policies,
      files,
      hash: `sha256:${hash("sha256", named)}`,
    },
    issues: all,
  };
}

function resolveToolFolders(
  workspace: string,
  layer: ConfigLayer,
  home: string,
): { readonly toolFolders: readonly ToolFolder[]; readonly issues: readonly ManifestIssue[] } {
  const issues: ManifestIssue[] = [];
  const folders = new Set<string>();
  for (const [index, written] of (layer.data.registry?.paths ?? DEFAULTS.toolPaths).entries()) {
    const folder = resolvePlace(layer.folder, written, home);
    if (isInside(workspace, folder)) {
      folders.add(folder);
      continue;
    }
    const position = layer.document.locate({ path: ["registry", "paths", index], part: "value" });
    const message = `\`registry.paths\`: "${showText(written)}" leads out of the project's folder`;
    const hint = "Tools for all projects belong into your own tools folder.";
    issues.push({ ...toFileIssue(layer.file, "outside-workspace", message, hint), ...position });
  }
  return { toolFolders: [...folders].map((folder) => ({ layer: "project", folder, within: workspace })), issues };
}

function readTools(folder: ToolFolder): readonly ProjectTool[] {
  return listToolFiles(folder)
    .files.flatMap(readToolFile)
    .map((tool) => ({ ...tool, folder: folder.folder }));
}

/** Folders beside each other share the file of their parent. */
function readSettings(folders: readonly ToolFolder[]): readonly ToolcladSettings[] {
  const found = folders.flatMap((folder) => {
    const file = findToolcladProject(folder);
    return file === null ? [] : readToolFile(file).map((read) => ({ ...read, folder: folder.folder }));
  });
  const shared = Map.groupBy(found, ({ path: file }) => file);
  return [...shared.values()].flatMap((same) =>
    same.slice(0, 1).map((read) => ({ ...read, folders: same.map(({ folder }) => folder) })),
  );
}

function readToolFile({ path: file, real, problem }: ToolFile): readonly Omit<ProjectTool, "folder">[] {
  if (problem !== null) return [{ path: file, sha256: `refused:${problem.code}`, text: null }];
  const content = readSmallFile(real);
  if (content.kind === "absent") return [];
  if (content.kind === "problem") return [{ path: file, sha256: `refused:${content.code}`, text: null }];
  return [{ path: file, sha256: content.sha256, text: content.text }];
}

function listFiles(
  workspace: string,
  layer: ConfigLayer,
  scope: ScopeFile | null,
  tools: readonly { readonly path: string; readonly sha256: string }[],
): readonly TrustedFile[] {
  const all = [{ path: layer.file, sha256: layer.sha256 }, ...tools];
  if (scope !== null) all.push({ path: scope.file, sha256: scope.sha256 });
  return all
    .map((file) => ({ path: path.relative(workspace, file.path), sha256: file.sha256 }))
    .sort((one, other) => (one.path < other.path ? -1 : 1));
}
