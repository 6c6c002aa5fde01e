import type { BigIntStats } from "node:fs";
import { link, lstat, rename, rm } from "node:fs/promises";
import { errorCode } from "./to-file-error.ts";

/** A second name for the new file fails if the name is taken, which renaming would not. */
export async function placeNew(from: string, to: string): Promise<void> {
  try {
    await link(from, to);
  } catch (error) {
    // File systems without hard links (and some that forbid them) leave a look right before as the best there is.
    if (errorCode(error) !== "EPERM" && !isUnsupported(error)) throw error;
    if ((await findStats(to)) !== null) throw Object.assign(new Error("exists"), { code: "EEXIST" });
    await rename(from, to);
    return;
  }
  await rm(from);
}

function isUnsupported(error: unknown): boolean {
  return error instanceof Error && "code" in error && (error.code === "ENOTSUP" || error.code === "ENOSYS");
}

/** What a name stands for, links not followed; `null` when there is nothing. */
export async function findStats(place: string): Promise<BigIntStats | null> {
  try {
    return await lstat(place, { bigint: true });
  } catch (error) {
    if (errorCode(error) === "ENOENT") return null;
    throw error;
  }
}
