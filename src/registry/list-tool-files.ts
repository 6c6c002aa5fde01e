import { readdirSync, realpathSync, statSync } from "node:fs";
import type { Dirent } from "node:fs";
import path from "node:path";
import type { ManifestIssue } from "../manifest/manifest.ts";
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
 * The `*.toml` files directly in a folder, by path; hidden ones and other kinds are passed over. A folder that does not
 * exist is empty. In the project layer links must stay inside the folder: a cloned repository must not be able to
 * declare what stands elsewhere on the machine.
 */
export function listToolFiles({ layer, folder }: ToolFolder): FolderListing {
  const confined = layer === "project";
  try {
    const real = realpathSync(folder);
    if (confined && real !== folder) return { files: [], problem: toOutside(folder, real) };
    const files = readdirSync(real, { withFileTypes: true })
      .filter((entry) => entry.name.endsWith(".toml") && !entry.name.startsWith("."))
      .flatMap((entry) => toToolFile(entry, folder, confined));
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

function toToolFile(entry: Dirent, folder: string, confined: boolean): readonly ToolFile[] {
  const shown = path.join(folder, entry.name);
  if (entry.isFile()) return [{ path: shown, real: shown, problem: null }];
  if (!entry.isSymbolicLink()) return [];
  try {
    const real = realpathSync(shown);
    if (confined && path.dirname(real) !== folder) {
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
