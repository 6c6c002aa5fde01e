import { randomBytes } from "node:crypto";
import { constants } from "node:fs";
import { open, rename, rm } from "node:fs/promises";
import path from "node:path";

const NEW_FILE = constants.O_CREAT | constants.O_EXCL | constants.O_WRONLY | constants.O_NOFOLLOW;

/** Puts a file (0600) in place whole or not at all. `sync`: it survives power loss. Rejects with the system's error. */
export async function writeWhole(file: string, bytes: Uint8Array, sync: boolean): Promise<void> {
  const draft = path.join(path.dirname(file), `.draft-${randomBytes(8).toString("hex")}`);
  try {
    await writeDraft(draft, bytes, sync);
    await rename(draft, file);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
  if (sync) await syncFolder(path.dirname(file));
}

async function writeDraft(draft: string, bytes: Uint8Array, sync: boolean): Promise<void> {
  const handle = await open(draft, NEW_FILE, 0o600);
  try {
    await handle.writeFile(bytes);
    if (sync) await handle.sync();
  } finally {
    await handle.close();
  }
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, constants.O_RDONLY | constants.O_DIRECTORY);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
