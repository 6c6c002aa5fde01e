import { HandlerError } from "../../../model/handler.ts";
import type { Reach } from "./reach.ts";
import { showPath } from "./reach.ts";

/** What the system's error codes mean to a model: reason, message after the path, what to do. */
const MEANINGS: Readonly<Record<string, readonly [reason: string, text: string, hint: string]>> = {
  ENOENT: ["not-found", "does not exist", "look with fs.list or fs.glob"],
  ENOTDIR: ["not-a-folder", "is not a folder", "look with fs.list"],
  EISDIR: ["not-a-file", "is a folder", "use fs.list for folders"],
  EEXIST: ["exists", "exists already", "choose another name"],
  ENOTEMPTY: ["not-empty", "is a folder with something in it", "pass recursive: true to delete all of it"],
  ELOOP: ["changed", "became a link while it was being opened", "look at the folder, then call again"],
  ENXIO: ["not-a-file", "is a pipe, socket or device", "only regular files can be opened"],
  EACCES: ["no-permission", "may not be accessed by this user", "ask the person to change its permissions"],
  EPERM: ["no-permission", "may not be accessed by this user", "ask the person to change its permissions"],
  EROFS: ["no-permission", "is on a read-only file system", "choose another folder"],
  ENOSPC: ["no-space", "does not fit on the disk", "ask the person to make room"],
  EDQUOT: ["no-space", "does not fit into the disk quota", "ask the person to make room"],
  EFBIG: ["too-large", "is larger than the file system takes", "write less"],
  ENAMETOOLONG: ["bad-name", "has a name that is too long for the file system", "choose a shorter name"],
  EXDEV: ["across-devices", "is on another file system", "write the new file, then delete the old one"],
  EINVAL: ["bad-name", "cannot be used for this", "a folder cannot be moved into itself"],
  EBUSY: ["busy", "is in use", "try again later"],
  EMFILE: ["busy", "cannot be opened: too many files are open", "try again later"],
};

/** A failure of the file system in words for a model. Anything else passes unchanged. */
export function toFileError(reach: Reach, path: string, error: unknown): unknown {
  const code = errorCode(error);
  const meaning = code === null ? undefined : MEANINGS[code];
  if (meaning === undefined) return error;
  const [reason, text, hint] = meaning;
  return new HandlerError(reason, `${showPath(reach, path)} ${text}`, { hint });
}

/** `ENOENT` and its like; `null` for what is no error of the system. */
export function errorCode(error: unknown): string | null {
  if (!(error instanceof Error) || !("code" in error)) return null;
  return typeof error.code === "string" && Object.hasOwn(MEANINGS, error.code) ? error.code : null;
}
