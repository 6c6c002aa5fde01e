import { randomBytes } from "node:crypto";
import type { BigIntStats } from "node:fs";
import { constants } from "node:fs";
import { open, rename, rm } from "node:fs/promises";
import path from "node:path";
import { HandlerError } from "../../../model/handler.ts";
import { refuseHardLink, withParent } from "./open-place.ts";
import { findStats, placeNew } from "./place-new.ts";
import type { OpenFolder } from "./open-place.ts";
import type { Reach } from "./reach.ts";
import { showPath } from "./reach.ts";
import { toVersion } from "./read-file.ts";
import { toFileError } from "./to-file-error.ts";

export interface WriteRequest {
  /** Absolute and resolved. */
  readonly file: string;
  readonly bytes: Buffer;
  /** `create` refuses what exists; `replace` also creates. */
  readonly mode: "create" | "replace";
  /** The state that the new content was made from; another one by now is refused. */
  readonly version?: string | undefined;
}

export interface Written {
  readonly created: boolean;
  /** `null` for a new file. */
  readonly previousSize: number | null;
}

const NEW_FILE = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW;

/**
 * Writes a file whole or not at all: into a new file beside it that then takes its name, so a link is never written
 * through. @throws HandlerError `exists not-found not-a-file changed hard-linked too-large denied outside no-permission no-space`
 */
export function writeFileWhole(reach: Reach, request: WriteRequest): Promise<Written> {
  const { file, bytes } = request;
  if (bytes.length > reach.limits.maxWriteBytes) {
    const message = `the content has ${bytes.length} bytes; at most ${reach.limits.maxWriteBytes} are written`;
    throw new HandlerError("too-large", message, { hint: "write several smaller files" });
  }
  return withParent(reach, file, async (at, folder) => {
    try {
      const before = await judgeOld(reach, request, at);
      const temporary = path.join(folder.at, `.toolgate-${randomBytes(8).toString("hex")}.tmp`);
      try {
        await writeNew(temporary, bytes, before);
        await takeName(reach, request, { temporary, at });
      } finally {
        await rm(temporary, { force: true });
      }
      await syncFolder(folder);
      return { created: before === null, previousSize: before === null ? null : Number(before.size) };
    } catch (error) {
      throw toFileError(reach, file, error);
    }
  });
}

/** What stands there now; refuses all but a regular file with one name. */
async function judgeOld(reach: Reach, { file, mode, version }: WriteRequest, at: string): Promise<BigIntStats | null> {
  const stats = await findStats(at);
  if (stats === null) {
    if (version === undefined) return null;
    throw changedMeanwhile(reach, file);
  }
  if (mode === "create") {
    throw new HandlerError("exists", `${showPath(reach, file)} exists already`, {
      hint: "use fs.edit to change it, fs.write to replace it, or choose another name",
    });
  }
  if (!stats.isFile()) {
    const kind = stats.isDirectory() ? "a folder" : stats.isSymbolicLink() ? "a link" : "a pipe, socket or device";
    throw new HandlerError("not-a-file", `${showPath(reach, file)} is ${kind}`, { hint: "choose another name" });
  }
  refuseHardLink(reach, file, stats);
  if (version !== undefined && toVersion(stats) !== version) throw changedMeanwhile(reach, file);
  return stats;
}

/** A new file gets the user's default permissions; one that replaces another is private until it has the old ones. */
async function writeNew(temporary: string, bytes: Buffer, before: BigIntStats | null): Promise<void> {
  const handle = await open(temporary, NEW_FILE, before === null ? 0o666 : 0o600);
  try {
    await handle.writeFile(bytes);
    if (before !== null) await handle.chmod(Number(before.mode) & 0o777);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function takeName(
  reach: Reach,
  request: WriteRequest,
  { temporary, at }: { temporary: string; at: string },
): Promise<void> {
  if (request.mode === "create") return placeNew(temporary, at);
  // Between the first look and now the file may have been changed by somebody else.
  await judgeOld(reach, request, at);
  await rename(temporary, at);
}

/** Some file systems cannot sync a folder; the file itself is on the disk by now. */
async function syncFolder({ handle }: OpenFolder): Promise<void> {
  await handle.sync().catch(() => undefined);
}

function changedMeanwhile(reach: Reach, file: string): HandlerError {
  const message = `${showPath(reach, file)} was changed by somebody else in the meantime; nothing was written`;
  return new HandlerError("changed", message, { hint: "read it again, then repeat the change" });
}
