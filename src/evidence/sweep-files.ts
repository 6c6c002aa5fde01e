import { rm, rmdir } from "node:fs/promises";
import path from "node:path";
import { endOfId, isOfCall } from "./evidence-place.ts";
import type { SweptFiles } from "./evidence-store.ts";
import { findEntries } from "./list-files.ts";
import type { FoundFile } from "./list-files.ts";
import { isOwnFolder } from "./open-folder.ts";

export interface Keeping {
  readonly keepMs: number;
  /** Of all files together; the oldest go first. */
  readonly maxBytes: number;
}

/**
 * Removes old files of calls below `base`, and their folders once they are empty. Whatever carries the id of a running
 * call in its path stays, and so does what never was a call's: the folder may be one that holds more. Nothing is removed
 * where others may write.
 */
export async function sweepFiles(
  base: string,
  running: readonly string[],
  keeping: Keeping,
  now: number,
): Promise<SweptFiles> {
  if (!(await isOwnFolder(base))) return { removed: 0, bytes: 0 };
  const ends = running.map(endOfId).filter((end) => end !== "");
  const isRunning = (place: string): boolean => ends.some((end) => path.relative(base, place).includes(end));
  const found = await findEntries(base);
  const files = found.files.filter(({ file }) => isOfCall(path.relative(base, file)));
  const folders = found.folders.filter((folder) => isOfCall(`${path.relative(base, folder)}/`));
  let removed = 0;
  let bytes = 0;
  for (const file of pickOld(files, isRunning, keeping, now)) {
    await rm(file.file, { force: true });
    removed++;
    bytes += file.bytes;
  }
  for (const folder of folders) if (!isRunning(folder)) await removeEmpty(folder);
  return { removed, bytes };
}

function pickOld(
  files: readonly FoundFile[],
  isRunning: (place: string) => boolean,
  { keepMs, maxBytes }: Keeping,
  now: number,
): readonly FoundFile[] {
  let tooMuch = files.reduce((sum, { bytes }) => sum + bytes, 0) - maxBytes;
  const oldestFirst = files.filter(({ file }) => !isRunning(file)).sort((a, b) => a.changedMs - b.changedMs);
  return oldestFirst.filter(({ changedMs, bytes }) => {
    const goes = now - changedMs > keepMs || tooMuch > 0;
    if (goes) tooMuch -= bytes;
    return goes;
  });
}

/** One that still holds something stays. */
async function removeEmpty(folder: string): Promise<void> {
  await rmdir(folder).catch(() => undefined);
}
