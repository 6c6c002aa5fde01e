import type { BigIntStats } from "node:fs";
import { constants } from "node:fs";
import type { FileHandle } from "node:fs/promises";
import { lstat, open, readlink, realpath } from "node:fs/promises";
import path from "node:path";
import { HandlerError } from "../../../model/handler.ts";
import type { Purpose, Reach } from "./reach.ts";
import { admit, showPath } from "./reach.ts";
import { errorCode, toFileError } from "./to-file-error.ts";

/** A folder held open: names below `at` mean entries of this very folder, wherever its path leads by now. */
export interface OpenFolder {
  readonly path: string;
  /** Where entries are: `${at}/name`. */
  readonly at: string;
  readonly handle: FileHandle;
}

const FOLDER_FLAGS = constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW | constants.O_NONBLOCK;
const FILE_FLAGS = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK | constants.O_NOCTTY;

/** Linux names an open file by its number, so nothing has to be resolved a second time. */
const HAS_PROC = process.platform === "linux";

/** Opens a folder for as long as `use` runs. `purpose` is what is going to be done with its entries. */
export async function withFolder<Result>(
  reach: Reach,
  folder: string,
  purpose: Purpose,
  use: (folder: OpenFolder) => Promise<Result>,
  explain: typeof toFileError = toFileError,
): Promise<Result> {
  admit(reach, folder, purpose);
  const handle = await opening(reach, folder, FOLDER_FLAGS, explain);
  try {
    await confirmPlace(reach, folder, handle);
    return await use({ path: folder, at: HAS_PROC ? `/proc/self/fd/${handle.fd}` : folder, handle });
  } finally {
    await handle.close();
  }
}

/** Opens a regular file for reading, for as long as `use` runs. A pipe or a device is refused without waiting for it. */
export async function withFile<Result>(
  reach: Reach,
  file: string,
  use: (handle: FileHandle, stats: BigIntStats) => Promise<Result>,
): Promise<Result> {
  admit(reach, file, "read");
  // Opening some devices does something to them, so the kind is looked at before and after.
  refuseSpecial(reach, file, await looking(reach, file));
  const handle = await opening(reach, file, FILE_FLAGS);
  try {
    const stats = await handle.stat({ bigint: true });
    refuseSpecial(reach, file, stats);
    if (!reach.readHardLinks) refuseHardLink(reach, file, stats);
    await confirmPlace(reach, file, handle);
    return await use(handle, stats);
  } finally {
    await handle.close();
  }
}

/** Runs `use` with the parent folder of a place held open, and the place's name in it. */
export function withParent<Result>(
  reach: Reach,
  place: string,
  use: (at: string, folder: OpenFolder) => Promise<Result>,
): Promise<Result> {
  admit(reach, place, "write");
  const inside = (folder: OpenFolder): Promise<Result> => use(path.join(folder.at, path.basename(place)), folder);
  return withFolder(reach, path.dirname(place), "write", inside, explainParent);
}

function explainParent(reach: Reach, folder: string, error: unknown): unknown {
  if (errorCode(error) !== "ENOENT") return toFileError(reach, folder, error);
  const hint = "pass create_parents: true to fs.write or fs.create, or make it with fs.mkdir and parents: true";
  return new HandlerError("no-parent", `the folder ${showPath(reach, folder)} does not exist`, { hint });
}

/** A second name may be one outside of the workspace, and no path can tell. */
export function refuseHardLink(reach: Reach, file: string, { nlink }: Pick<BigIntStats, "nlink">): void {
  if (nlink <= 1n) return;
  throw new HandlerError(
    "hard-linked",
    `${showPath(reach, file)} has ${nlink} names (hard links), and others may lie outside`,
    {
      hint: "ask the person for a copy of its own",
    },
  );
}

function refuseSpecial(reach: Reach, file: string, stats: BigIntStats): void {
  if (stats.isFile()) return;
  if (stats.isDirectory()) {
    throw new HandlerError("not-a-file", `${showPath(reach, file)} is a folder`, { hint: "use fs.list for folders" });
  }
  if (stats.isSymbolicLink()) throw changed(reach, file);
  throw new HandlerError("not-a-file", `${showPath(reach, file)} is a pipe, socket or device`, {
    hint: "only regular files can be opened",
  });
}

/** The path was checked before; what is open now must still be there, or a part of it was swapped for a link. */
async function confirmPlace(reach: Reach, place: string, handle: FileHandle): Promise<void> {
  const actual = HAS_PROC ? await readlink(`/proc/self/fd/${handle.fd}`) : await realPlace(reach, place, handle);
  if (actual !== place) throw changed(reach, place);
}

async function realPlace(reach: Reach, place: string, handle: FileHandle): Promise<string | null> {
  const [opened, there] = [await handle.stat({ bigint: true }), await looking(reach, place)];
  return opened.ino === there.ino && opened.dev === there.dev ? realpath(place) : null;
}

function changed(reach: Reach, place: string): HandlerError {
  const message = `${showPath(reach, place)} leads somewhere else than when it was checked`;
  return new HandlerError("changed", message, { hint: "look at the folder, then call again" });
}

async function opening(
  reach: Reach,
  place: string,
  flags: number,
  explain: typeof toFileError = toFileError,
): Promise<FileHandle> {
  try {
    return await open(place, flags);
  } catch (error) {
    throw explain(reach, place, error);
  }
}

async function looking(reach: Reach, place: string): Promise<BigIntStats> {
  try {
    return await lstat(place, { bigint: true });
  } catch (error) {
    throw toFileError(reach, place, error);
  }
}
