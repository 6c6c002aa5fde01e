import { createHash } from "node:crypto";
import { constants } from "node:fs";
import { lstat, open, readdir } from "node:fs/promises";
import path from "node:path";
import type { EvidenceFile } from "./evidence-store.ts";

const MAX_DEPTH = 8;
/** A program may leave any number; each is looked at. */
const MAX_ENTRIES = 200_000;
const MAX_HASHED_BYTES = 64 * 1024 * 1024;

export interface FoundFile {
  readonly file: string;
  readonly bytes: number;
  readonly changedMs: number;
}

/** Files and folders below `folder`, itself not among them; none where it is a link. Links are entries, not ways to go. */
export interface FoundEntries {
  readonly files: readonly FoundFile[];
  /** Deepest first. */
  readonly folders: readonly string[];
}

export async function findEntries(folder: string): Promise<FoundEntries> {
  const files: FoundFile[] = [];
  const folders: string[] = [];
  const walk = async (place: string, depth: number): Promise<void> => {
    const entries = await readdir(place, { withFileTypes: true }).catch(() => []);
    for (const entry of entries) {
      if (files.length + folders.length >= MAX_ENTRIES) return;
      const name = path.join(place, entry.name);
      if (entry.isDirectory()) {
        if (depth < MAX_DEPTH) await walk(name, depth + 1);
        folders.push(name);
      } else {
        const stat = await lstat(name).catch(() => null);
        if (stat !== null) files.push({ file: name, bytes: stat.size, changedMs: stat.mtimeMs });
      }
    }
  };
  const root = await lstat(folder).catch(() => null);
  if (root?.isDirectory() === true) await walk(folder, 1);
  return { files, folders };
}

/** What the file holds now; `null` when it is no regular file any more. */
export async function describeFile({ file }: Pick<FoundFile, "file">): Promise<EvidenceFile | null> {
  // Not through a link, and not waiting for whoever writes into a pipe.
  const flags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;
  const handle = await open(file, flags).catch(() => null);
  if (handle === null) return null;
  try {
    const stat = await handle.stat();
    if (!stat.isFile()) return null;
    if (stat.size > MAX_HASHED_BYTES) return { file, bytes: stat.size, hash: null };
    const hash = createHash("sha256");
    let bytes = 0;
    for await (const chunk of handle.createReadStream({ autoClose: false, end: MAX_HASHED_BYTES - 1 })) {
      const part = chunk as Buffer;
      hash.update(part);
      bytes += part.byteLength;
    }
    return { file, bytes, hash: `sha256:${hash.digest("hex")}` };
  } finally {
    await handle.close();
  }
}
