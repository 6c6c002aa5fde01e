import { lstat, mkdir } from "node:fs/promises";
import path from "node:path";
import { EvidenceError, toEvidenceError } from "./evidence-error.ts";

const OTHERS_MAY_WRITE = 0o022;

/**
 * Makes `folder` below `base` where it is not there, each part for its owner alone. A shared temporary folder is anybody's
 * to prepare: what is a link, another user's, or writable by others is refused.
 */
export async function openFolder(base: string, folder: string): Promise<void> {
  const parts = path
    .relative(base, folder)
    .split("/")
    .filter((part) => part !== "");
  const places = parts.reduce<readonly string[]>((all, part) => [...all, path.join(all.at(-1) ?? base, part)], [base]);
  try {
    await mkdir(path.dirname(base), { recursive: true, mode: 0o700 });
    for (const place of places) await openOne(place);
  } catch (error) {
    throw toEvidenceError(folder, error);
  }
}

async function openOne(place: string): Promise<void> {
  await mkdir(place, { mode: 0o700 }).catch((error: unknown) => {
    const isThere = error instanceof Error && "code" in error && error.code === "EEXIST";
    if (!isThere) throw error;
  });
  const problem = await findProblem(place);
  if (problem !== null) {
    const hint = "remove it if you do not know it, or set `[output.evidence] folder` to a folder of your own";
    throw new EvidenceError(`${JSON.stringify(place)} is not used for evidence: ${problem}`, hint);
  }
}

/** Why a folder cannot be trusted with output, or `null`. Links are not followed. */
async function findProblem(place: string): Promise<string | null> {
  const stat = await lstat(place);
  if (stat.isSymbolicLink()) return "it is a link";
  if (!stat.isDirectory()) return "it is no folder";
  if (stat.uid !== process.getuid?.()) return "it belongs to another user";
  return (stat.mode & OTHERS_MAY_WRITE) === 0 ? null : "others may write in it";
}
