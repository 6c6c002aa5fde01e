import { lstat, mkdir, stat } from "node:fs/promises";
import path from "node:path";
import { EvidenceError, toEvidenceError } from "./evidence-error.ts";

const OTHERS_MAY_WRITE = 0o022;
const ANYBODY_MAY_WRITE = 0o002;
/** In such a folder everybody can only move what is theirs. */
const STICKY = 0o1000;
/** The system's, and in a user namespace whoever has no number there. */
const TRUSTED_USERS: readonly number[] = [0, 65_534];

/** Whether files may be looked for and removed in a folder: through another's, they could be anybody's. */
export async function isOwnFolder(place: string): Promise<boolean> {
  const problem = await findProblem(place).catch(() => "it is not there");
  return problem === null;
}

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
    for (const place of listAbove(base)) refuse(place, await findExchange(place));
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
  refuse(place, await findProblem(place));
}

function refuse(place: string, problem: string | null): void {
  if (problem === null) return;
  const hint = "remove it if you do not know it, or set `[output.evidence] folder` to a folder of your own";
  throw new EvidenceError(`${JSON.stringify(place)} is not used for evidence: ${problem}`, hint);
}

function listAbove(place: string): readonly string[] {
  const above = path.dirname(place);
  return above === place ? [] : [...listAbove(above), above];
}

/** Why somebody else could put another folder in the place of one that lies in this one, or `null`. */
async function findExchange(place: string): Promise<string | null> {
  const { uid, mode } = await stat(place);
  if (uid !== process.getuid?.() && !TRUSTED_USERS.includes(uid)) return "it belongs to another user";
  return (mode & ANYBODY_MAY_WRITE) === 0 || (mode & STICKY) !== 0 ? null : "others may write in it";
}

/** Why a folder cannot be trusted with output, or `null`. Links are not followed. */
async function findProblem(place: string): Promise<string | null> {
  const found = await lstat(place);
  if (found.isSymbolicLink()) return "it is a link";
  if (!found.isDirectory()) return "it is no folder";
  if (found.uid !== process.getuid?.()) return "it belongs to another user";
  return (found.mode & OTHERS_MAY_WRITE) === 0 ? null : "others may write in it";
}
