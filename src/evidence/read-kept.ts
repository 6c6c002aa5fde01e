import { hash } from "node:crypto";
import { constants } from "node:fs";
import { open } from "node:fs/promises";
import path from "node:path";
import type { KeptPlace } from "./evidence-store.ts";

/** Larger files are for people, who have them on the disk. */
const MAX_BYTES = 16 * 1024 * 1024;

/**
 * Reads a file below `base` that is still what its record says. Whatever leads elsewhere by now does not have that hash; so
 * no way there is looked at but the last step, which may not wait for anybody.
 */
export async function readKept(base: string, { folder, name, hash: expected }: KeptPlace): Promise<Buffer | null> {
  const file = path.resolve(folder, name);
  if (expected === null || !isBelow(base, folder) || !isBelow(folder, file)) return null;
  const handle = await open(file, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK).catch(() => null);
  if (handle === null) return null;
  try {
    const stat = await handle.stat();
    if (!stat.isFile() || stat.size > MAX_BYTES) return null;
    const bytes = Buffer.alloc(stat.size);
    const { bytesRead } = await handle.read(bytes, 0, stat.size, 0);
    return bytesRead === stat.size && `sha256:${hash("sha256", bytes)}` === expected ? bytes : null;
  } finally {
    await handle.close();
  }
}

function isBelow(folder: string, place: string): boolean {
  return path.resolve(place).startsWith(`${folder}/`);
}
