import type { ManifestIssue, ManifestResult } from "../manifest/manifest.ts";
import { parseManifest } from "../manifest/parse-manifest.ts";
import type { Layer, Tool } from "../model/tool.ts";
import { listToolFiles, toFileIssue } from "./list-tool-files.ts";
import type { ToolFile } from "./list-tool-files.ts";
import { readSmallFile, stampFile } from "./read-small-file.ts";
import { refuseRelativePrograms } from "./refuse-relative-programs.ts";
import type { ToolFolder } from "./registry.ts";
import type { Definition } from "./resolve-layers.ts";

/** What is remembered of a file between two looks. */
export interface KnownFile {
  readonly path: string;
  readonly layer: Layer;
  readonly folder: string;
  readonly stamp: string | null;
  readonly sha256: string | null;
  readonly result: ManifestResult;
  /** What it declared when it was last without errors. */
  readonly lastGood: readonly Tool[];
}

/** By layer and path: one folder may be named in two layers. */
export type KnownFiles = ReadonlyMap<string, KnownFile>;

/** Absolute path → lower-case hex SHA-256 of the content that may be loaded. */
export type TrustedFiles = ReadonlyMap<string, string>;

/** What may be loaded from the project, and what people should know about it. */
export interface TrustedContent {
  readonly files: TrustedFiles;
  readonly issue: ManifestIssue | null;
}

export interface LoadedFiles {
  readonly files: KnownFiles;
  readonly definitions: readonly Definition[];
  readonly issues: readonly ManifestIssue[];
}

/**
 * Looks at every folder. A file that did not change since `known` is not read again; one whose content did not change
 * is not parsed again. `trusted` limits project files to that content; `null` admits all.
 */
export function loadToolFiles(
  folders: readonly ToolFolder[],
  known: KnownFiles,
  trusted: TrustedFiles | null,
): LoadedFiles {
  const files = new Map<string, KnownFile>();
  const issues: ManifestIssue[] = [];
  for (const folder of folders) {
    const listing = listToolFiles(folder);
    for (const file of listing.files) {
      const key = `${folder.layer} ${file.path}`;
      const loaded = loadFile(file, folder, known.get(key), folder.layer === "project" ? trusted : null);
      if (loaded !== null) files.set(key, loaded);
    }
    if (listing.problem === null) continue;
    issues.push(listing.problem);
    keepFolder(files, known, folder);
  }
  for (const file of files.values()) issues.push(...file.result.issues);
  return { files, definitions: [...files.values()].flatMap(toDefinitions), issues };
}

function loadFile(
  file: ToolFile,
  { layer, folder }: ToolFolder,
  known: KnownFile | undefined,
  trusted: TrustedFiles | null,
): KnownFile | null {
  const base = { path: file.path, layer, folder, lastGood: known?.lastGood ?? [] };
  const broken = (issue: ManifestIssue): KnownFile => ({ ...base, stamp: null, sha256: null, result: toBroken(issue) });
  if (file.problem !== null) return broken(file.problem);
  const isAdmitted = (sha256: string): boolean => trusted === null || trusted.get(file.path) === sha256;
  if (
    known?.stamp != null &&
    known.sha256 !== null &&
    known.stamp === stampFile(file.real) &&
    isAdmitted(known.sha256)
  ) {
    return known;
  }
  const content = readSmallFile(file.real);
  if (content.kind === "absent") return null;
  if (content.kind === "problem") return broken(toFileIssue(file.path, content.code, content.message));
  if (!isAdmitted(content.sha256)) return broken(toUntrusted(file.path));
  const { stamp, sha256 } = content;
  const result = known?.sha256 === sha256 ? known.result : parseFile(content.text, file.path, layer);
  return { ...base, stamp, sha256, result, lastGood: isBroken(result) ? base.lastGood : result.tools };
}

/** A definition that trips the parser up must not take the other files with it. */
function parseFile(text: string, file: string, layer: Layer): ManifestResult {
  try {
    return refuseRelativePrograms(parseManifest(text, { file, layer }), layer);
  } catch (error) {
    const cause = error instanceof Error ? error.message : String(error);
    return toBroken(toFileIssue(file, "parser-failed", `the file could not be understood (${cause})`));
  }
}

/** Nothing is known about a folder that cannot be read now, so what it declared before is kept. */
function keepFolder(files: Map<string, KnownFile>, known: KnownFiles, { layer, folder }: ToolFolder): void {
  for (const [key, file] of known) {
    if (file.folder !== folder || file.layer !== layer) continue;
    files.set(key, { ...file, stamp: null, sha256: null, result: { tools: [], issues: [] } });
  }
}

function toDefinitions({ result, lastGood }: KnownFile): readonly Definition[] {
  const fresh = result.tools.map((tool) => ({ tool, stale: false }));
  const names = new Set(result.tools.map(({ name }) => name));
  return [...fresh, ...lastGood.filter(({ name }) => !names.has(name)).map((tool) => ({ tool, stale: true }))];
}

function isBroken({ issues }: ManifestResult): boolean {
  return issues.some(({ severity }) => severity === "error");
}

function toBroken(issue: ManifestIssue): ManifestResult {
  return { tools: [], issues: [issue] };
}

function toUntrusted(file: string): ManifestIssue {
  const message = "the file is new or changed since this project was trusted, so it is not loaded";
  return toFileIssue(
    file,
    "changed-since-trust",
    message,
    "Run `toolgate trust` to look at the change and accept it; under TOOLGATE_TRUST=1, restart Toolgate.",
  );
}
