import path from "node:path";
import type { ManifestIssue } from "../../manifest/manifest.ts";
import { listToolFiles } from "../list-tool-files.ts";
import { loadToolFile, toUnknown } from "./load-tool-file.ts";
import type { FileContext, KnownFile, ReadingOptions } from "./load-tool-file.ts";
import type { ToolFolder } from "../registry.ts";
import type { Definition } from "../layers/resolve-layers.ts";
import { loadToolcladProject } from "./toolclad-project.ts";
import type { FolderProject } from "./toolclad-project.ts";
import type { TrustedFiles } from "./trusted-files.ts";

/** Everything that the files gave at the last look. */
export interface LoadedFiles {
  /** By layer and path: one folder may be named in two layers. */
  readonly files: ReadonlyMap<string, KnownFile>;
  /** By layer and folder. */
  readonly projects: ReadonlyMap<string, FolderProject>;
  readonly trusted: TrustedFiles | null;
  readonly definitions: readonly Definition[];
  readonly issues: readonly ManifestIssue[];
  /** Some folder could not be looked into. */
  readonly isPartial: boolean;
  /** A module waits for what reads it. */
  readonly needsEvaluator: boolean;
}

export const NO_FILES: LoadedFiles = {
  files: new Map(),
  projects: new Map(),
  trusted: null,
  definitions: [],
  issues: [],
  isPartial: false,
  needsEvaluator: false,
};

export interface LoadOptions extends ReadingOptions {
  /** Limits project files to this content; `null` admits all. */
  readonly trusted: TrustedFiles | null;
  /** Paths that may have changed since the last look; `null`: any. */
  readonly changed: ReadonlySet<string> | null;
}

/** Looks at the folders, or only at what changed in them where that is enough. */
export function loadToolFiles(folders: readonly ToolFolder[], known: LoadedFiles, options: LoadOptions): LoadedFiles {
  const { trusted } = options;
  const projects = new Map(folders.map((folder) => [toKey(folder), loadProject(folder, known, trusted)]));
  const isWhole =
    options.changed === null ||
    known.isPartial ||
    known.trusted !== trusted ||
    [...projects].some(([key, { key: now }]) => known.projects.get(key)?.key !== now);
  const files = new Map(isWhole ? [] : known.files);
  const problems: ManifestIssue[] = [];
  for (const folder of folders) {
    const isProject = folder.layer === "project";
    const project = projects.get(toKey(folder)) ?? loadProject(folder, known, trusted);
    const context: FileContext = { ...options, project, trusted: isProject ? trusted : null };
    const problem = isWhole
      ? loadFolder(folder, known, context, files)
      : loadChanged(folder, known, context, files, options.changed ?? new Set());
    if (problem !== null) problems.push(problem);
  }
  return toLoaded(files, projects, trusted, problems);
}

function loadProject(folder: ToolFolder, known: LoadedFiles, trusted: TrustedFiles | null): FolderProject {
  return loadToolcladProject(folder, known.projects.get(toKey(folder)), folder.layer === "project" ? trusted : null);
}

/** From here on memory counts for more than the start of the gateway. */
const MANY_FILES = 2_000;

function loadFolder(
  folder: ToolFolder,
  known: LoadedFiles,
  context: FileContext,
  files: Map<string, KnownFile>,
): ManifestIssue | null {
  const listing = listToolFiles(folder);
  const isCompact = listing.files.length > MANY_FILES;
  for (const file of listing.files) {
    const key = `${folder.layer} ${file.path}`;
    const loaded = loadToolFile(file, folder, known.files.get(key), { ...context, isCompact });
    if (loaded !== null) files.set(key, loaded);
  }
  if (listing.problem !== null) keepFolder(files, known, folder);
  return listing.problem;
}

function loadChanged(
  folder: ToolFolder,
  known: LoadedFiles,
  context: FileContext,
  files: Map<string, KnownFile>,
  changed: ReadonlySet<string>,
): ManifestIssue | null {
  for (const place of changed) {
    if (path.dirname(place) !== folder.folder) continue;
    const key = `${folder.layer} ${place}`;
    const { files: found, problem } = listToolFiles(folder, path.basename(place));
    if (problem !== null) {
      keepFolder(files, known, folder);
      return problem;
    }
    const [file] = found;
    const loaded = file === undefined ? null : loadToolFile(file, folder, known.files.get(key), context);
    if (loaded === null) files.delete(key);
    else files.set(key, loaded);
  }
  return null;
}

/** Nothing is known about a folder that cannot be read now, so what it declared before is kept. */
function keepFolder(files: Map<string, KnownFile>, known: LoadedFiles, { layer, folder }: ToolFolder): void {
  for (const [key, file] of known.files) {
    if (file.folder === folder && file.layer === layer) files.set(key, toUnknown(file));
  }
}

function toLoaded(
  files: ReadonlyMap<string, KnownFile>,
  projects: ReadonlyMap<string, FolderProject>,
  trusted: TrustedFiles | null,
  problems: readonly ManifestIssue[],
): LoadedFiles {
  const issues = [...problems, ...toProjectIssues(projects)];
  const definitions: Definition[] = [];
  let needsEvaluator = false;
  for (const file of files.values()) {
    issues.push(...file.issues);
    definitions.push(...file.definitions);
    needsEvaluator ||= file.waits;
  }
  return { files, projects, trusted, definitions, issues, isPartial: problems.length > 0, needsEvaluator };
}

/** Folders beside each other share the file of their parent, and what is wrong with it is said once. */
function toProjectIssues(projects: ReadonlyMap<string, FolderProject>): readonly ManifestIssue[] {
  const all = [...projects.values()].flatMap(({ issues }) => issues);
  return [...new Map(all.map((issue) => [JSON.stringify(issue), issue])).values()];
}

function toKey({ layer, folder }: ToolFolder): string {
  return `${layer} ${folder}`;
}
