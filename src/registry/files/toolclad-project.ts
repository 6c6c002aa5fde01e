import path from "node:path";
import type { ManifestIssue, ToolcladProject } from "../../manifest/manifest.ts";
import { parseToolcladProject } from "../../manifest/toolclad/project/parse-toolclad-project.ts";
import { TOOLCLAD_PROJECT } from "../file-kinds.ts";
import { toFileIssue, toToolFile } from "../list-tool-files.ts";
import type { ToolFile } from "../list-tool-files.ts";
import { readSmallFile, stampFile } from "../read-small-file.ts";
import type { ToolFolder } from "../registry.ts";
import type { TrustedFiles } from "./trusted-files.ts";
import { isTrusted, toUntrustedIssue } from "./trusted-files.ts";

/** The ToolClad settings of a folder, as they are in force. */
export interface FolderProject {
  /** `null`: nothing was said, ever. */
  readonly project: ToolcladProject | null;
  /** Changes with what is in force: the content's hash, or nothing. */
  readonly key: string;
  /** Where it stands; `null`: nowhere. */
  readonly file: string | null;
  /** Of the file that `key` stands for. */
  readonly stamp: string | null;
  readonly issues: readonly ManifestIssue[];
}

const NOTHING: FolderProject = { project: null, key: "", file: null, stamp: null, issues: [] };

/**
 * Reads what all ToolClad files of a folder share. When the file is broken or not trusted, what was in force before
 * stays in force, and an issue says so.
 */
export function loadToolcladProject(
  folder: ToolFolder,
  before: FolderProject | undefined,
  trusted: TrustedFiles | null,
): FolderProject {
  const known = before ?? NOTHING;
  const file = findToolcladProject(folder);
  if (file === null) return NOTHING;
  const keep = (...issues: readonly ManifestIssue[]): FolderProject => ({ ...known, stamp: null, issues });
  if (file.problem !== null) return keep(file.problem);
  if (known.stamp !== null && known.stamp === stampFile(file.real) && isTrusted(file.path, known.key, trusted)) {
    return known;
  }
  const content = readSmallFile(file.real);
  if (content.kind === "absent") return NOTHING;
  if (content.kind === "problem") return keep(toFileIssue(file.path, content.code, content.message));
  if (!isTrusted(file.path, content.sha256, trusted)) return keep(toUntrustedIssue(file.path));
  const { project, issues } = parseToolcladProject(content.text, file.path);
  if (project === null) return keep(...issues, toKept(file.path, known));
  return { project, key: content.sha256, file: file.path, stamp: content.stamp, issues };
}

/** The folder's own file, else the one of its parent. */
export function findToolcladProject(folder: ToolFolder): ToolFile | null {
  for (const place of listToolcladPlaces(folder)) {
    const [file] = toToolFile(place, folder.layer === "project");
    if (file !== undefined) return file;
  }
  return null;
}

/** Where the file may stand, best first. */
export function listToolcladPlaces({ folder, within }: ToolFolder): readonly string[] {
  const parent = path.dirname(folder);
  const folders = within === undefined || isInside(within, parent) ? [folder, parent] : [folder];
  return folders.map((place) => path.join(place, TOOLCLAD_PROJECT));
}

function isInside(folder: string, place: string): boolean {
  return place === folder || place.startsWith(folder.endsWith(path.sep) ? folder : folder + path.sep);
}

function toKept(file: string, { key }: FolderProject): ManifestIssue {
  const kept = key === "" ? "no type of it can be used" : "its types stay as they were when it was last whole";
  return { ...toFileIssue(file, "toolclad-project-broken", `the file is broken, so ${kept}`), severity: "warning" };
}
