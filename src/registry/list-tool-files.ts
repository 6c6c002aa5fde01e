import { lstatSync, readdirSync, realpathSync, statSync } from "node:fs";
import path from "node:path";
import type { ManifestIssue } from "../manifest/manifest.ts";
import { isToolFileName } from "./file-kinds.ts";
import type { ToolFolder } from "./registry.ts";

/** A file that may declare tools. */
export interface ToolFile {
  /** The folder and the name in it: what people see and what identifies the file. */
  readonly path: string;
  /** What to open: links resolved. */
  readonly real: string;
  /** Why it must not be read. */
  readonly problem: ManifestIssue | null;
}

export interface FolderListing {
  readonly files: readonly ToolFile[];
  /** The folder is there but could not be looked into. */
  readonly problem: ManifestIssue | null;
}

/**
 * The tool files directly in a folder, by path; hidden ones and other kinds are passed over. A folder that does not
 * exist is empty. In the project layer links must stay inside the folder: a cloned repository must not be able to
 * declare what stands elsewhere on the machine. With `name` only the file of that name is looked for.
 */
export function listToolFiles({ layer, folder }: ToolFolder, name?: string): FolderListing {
  const confined = layer === "project";
  try {
    const real = realpathSync(folder);
    if (confined && real !== folder) return { files: [], problem: toOutside(folder, real) };
    const names = name === undefined ? listNames(real) : [{ name, isPlain: false }];
    const files = names
      .filter((entry) => isToolFileName(entry.name))
      .flatMap((entry) => toToolFile(path.join(folder, entry.name), confined, entry.isPlain));
    return { files: files.sort((one, other) => (one.path < other.path ? -1 : 1)), problem: null };
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? "";
    if (code === "ENOENT") return { files: [], problem: null };
    return { files: [], problem: toFileIssue(folder, "unreadable", `the folder cannot be read (${code})`) };
  }
}

/** An error about a file as a whole. */
export function toFileIssue(file: string, code: string, message: string, hint: string | null = null): ManifestIssue {
  return { severity: "error", code, message, file, line: 1, column: 1, endColumn: 1, hint };
}

/** `isPlain`: known to be a regular file, without another look. */
function listNames(folder: string): readonly { readonly name: string; readonly isPlain: boolean }[] {
  return readdirSync(folder, { withFileTypes: true }).map((entry) => ({ name: entry.name, isPlain: entry.isFile() }));
}

/** The file at a place as `listToolFiles` would list it: nothing when there is none, or something else. */
export function toToolFile(shown: string, confined: boolean, isPlain: boolean = false): readonly ToolFile[] {
  const file: ToolFile = { path: shown, real: shown, problem: null };
  if (isPlain) return [file];
  try {
    const stats = lstatSync(shown, { throwIfNoEntry: false });
    if (stats?.isSymbolicLink() === true) return toLinkedFile(shown, confined);
    return stats?.isFile() === true ? [file] : [];
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? "";
    if (code === "ENOTDIR") return [];
    return [{ ...file, problem: toFileIssue(shown, "unreadable", `the file cannot be looked at (${code})`) }];
  }
}

function toLinkedFile(shown: string, confined: boolean): readonly ToolFile[] {
  try {
    const real = realpathSync(shown);
    if (confined && path.dirname(real) !== path.dirname(shown)) {
      return [{ path: shown, real, problem: toOutside(shown, real) }];
    }
    return statSync(real).isFile() ? [{ path: shown, real, problem: null }] : [];
  } catch {
    const problem = toFileIssue(shown, "broken-link", "the link leads nowhere", "Repair or remove the link.");
    return [{ path: shown, real: shown, problem }];
  }
}

function toOutside(shown: string, real: string): ManifestIssue {
  const message = `the link leads out of its folder, to ${real}`;
  return toFileIssue(
    shown,
    "symlink-outside",
    message,
    "Put the file itself here; a project's tools must not be links.",
  );
}
