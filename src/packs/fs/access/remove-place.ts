import { rmdir, unlink } from "node:fs/promises";
import path from "node:path";
import { HandlerError } from "../../../model/handler.ts";
import { confirmMovable } from "./confirm-movable.ts";
import { withFolder, withParent } from "./open-place.ts";
import type { Reach } from "./reach.ts";
import { showPath, withoutDenials } from "./reach.ts";
import { toFileError } from "./to-file-error.ts";
import { findStats } from "./place-new.ts";
import type { TreeEntry, WalkReport } from "./walk-tree.ts";
import { createWalkReport, walkTree } from "./walk-tree.ts";

export interface Removed {
  readonly kind: "file" | "folder";
  /** Files and folders that are gone, links included. */
  readonly count: number;
}

/**
 * Deletes a file or a folder; a folder with something in it only when `recursive`. Links inside are deleted, not
 * followed. `place` is absolute and resolved. @throws HandlerError `not-found not-empty root denied changed too-many outside`
 */
export async function removePlace(
  reach: Reach,
  place: string,
  { recursive, signal }: { recursive: boolean; signal: AbortSignal },
): Promise<Removed> {
  confirmMovable(reach, place, "deleted");
  return withParent(reach, place, async (at) => {
    try {
      const stats = await findStats(at);
      if (stats === null)
        throw new HandlerError("not-found", `${showPath(reach, place)} does not exist`, {
          hint: "look with fs.list or fs.glob",
        });
      if (!stats.isDirectory()) {
        await unlink(at);
        return { kind: "file", count: 1 };
      }
      const count = recursive ? await emptyFolder(reach, place, signal) : 0;
      await rmdir(at);
      return { kind: "folder", count: count + 1 };
    } catch (error) {
      throw toFileError(reach, place, error);
    }
  });
}

/** First looks through all of it, so that nothing is gone when something in it must stay. */
async function emptyFolder(reach: Reach, folder: string, signal: AbortSignal): Promise<number> {
  const report = createWalkReport();
  const entries = await collect(reach, folder, report, signal);
  if (report.cut.size > 0 || report.unreadable > 0) {
    const message = `${showPath(reach, folder)} holds more than can be looked through; nothing was deleted`;
    throw new HandlerError("too-many", message, { hint: "delete its folders one by one" });
  }
  if (entries.some(({ path: each }) => reach.denied(each, "write") !== null)) {
    const message = `${showPath(reach, folder)} holds something that is kept from tools; nothing was deleted`;
    throw new HandlerError("denied", message, { hint: "delete the files in it one by one" });
  }
  // Deepest first: what is in a folder comes after it in a walk.
  for (const entry of entries.toReversed()) await removeEntry(reach, entry);
  return entries.length;
}

async function collect(
  reach: Reach,
  folder: string,
  report: WalkReport,
  signal: AbortSignal,
): Promise<readonly TreeEntry[]> {
  const entries: TreeEntry[] = [];
  const options = { signal, report, maxDepth: Number.POSITIVE_INFINITY, hidden: true };
  for await (const entry of walkTree(withoutDenials(reach), folder, options)) entries.push(entry);
  return entries;
}

function removeEntry(reach: Reach, entry: TreeEntry): Promise<void> {
  return withFolder(reach, path.dirname(entry.path), "write", async ({ at }) => {
    const place = path.join(at, entry.name);
    await (entry.kind === "folder" ? rmdir(place) : unlink(place));
  });
}
