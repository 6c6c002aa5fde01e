import type { Dirent } from "node:fs";
import { lstat, opendir } from "node:fs/promises";
import path from "node:path";
import { withFolder } from "./open-place.ts";
import type { Reach } from "./reach.ts";
import { toFileError } from "./to-file-error.ts";

export type EntryKind = "file" | "folder" | "link" | "other";

export interface FolderEntry {
  readonly name: string;
  /** Absolute. */
  readonly path: string;
  /** Links are never followed. */
  readonly kind: EntryKind;
  /** Bytes of a regular file, when asked for. */
  readonly size: number | null;
}

export interface FolderListing {
  /** Sorted by name, in code-point order. */
  readonly entries: readonly FolderEntry[];
  /** The folder has more entries than are looked at. */
  readonly cut: boolean;
}

/**
 * What is in a folder, without what is denied. `folder` is absolute and resolved. @throws HandlerError `not-found
 * not-a-folder denied outside changed no-permission`
 */
export function listFolder(
  reach: Reach,
  folder: string,
  { sizes = false }: { sizes?: boolean } = {},
): Promise<FolderListing> {
  return withFolder(reach, folder, "read", async ({ at }) => {
    try {
      const { found, cut } = await readEntries(at, reach.limits.maxFolderEntries);
      const visible = found.filter(({ name }) => reach.denied(path.join(folder, name), "read") === null);
      visible.sort((a, b) => (a.name < b.name ? -1 : 1));
      const entries: FolderEntry[] = [];
      for (const entry of visible) entries.push(await toEntry(folder, at, entry, sizes));
      return { entries, cut };
    } catch (error) {
      throw toFileError(reach, folder, error);
    }
  });
}

async function readEntries(at: string, limit: number): Promise<{ found: Dirent[]; cut: boolean }> {
  const found: Dirent[] = [];
  // Leaving the loop closes the folder.
  for await (const entry of await opendir(at, { bufferSize: 256 })) {
    if (found.length >= limit) return { found, cut: true };
    found.push(entry);
  }
  return { found, cut: false };
}

async function toEntry(folder: string, at: string, entry: Dirent, sizes: boolean): Promise<FolderEntry> {
  const kind = kindOf(entry);
  const { name } = entry;
  const size = sizes && kind === "file" ? await sizeOf(path.join(at, name)) : null;
  return { name, path: path.join(folder, name), kind, size };
}

async function sizeOf(file: string): Promise<number | null> {
  try {
    return (await lstat(file)).size;
  } catch {
    // Gone since the folder was read.
    return null;
  }
}

function kindOf(entry: Dirent): EntryKind {
  if (entry.isFile()) return "file";
  if (entry.isDirectory()) return "folder";
  return entry.isSymbolicLink() ? "link" : "other";
}
