import { closeSync, constants, fstatSync, openSync, readlinkSync, realpathSync } from "node:fs";
import path from "node:path";
import type { Redirect } from "../../model/backend.ts";

type Slot = "pipe" | number;

export interface StageStreams {
  readonly stdio: [Slot, Slot, Slot];
  /** To be closed once the program has them. */
  readonly opened: readonly number[];
}

const FLAGS = {
  read: constants.O_RDONLY,
  write: constants.O_WRONLY | constants.O_CREAT | constants.O_TRUNC,
  append: constants.O_WRONLY | constants.O_CREAT | constants.O_APPEND,
} as const;
/** The one device that scripts are right to name. */
const NOWHERE = "/dev/null";
const INDEX = { stdin: 0, stdout: 1, stderr: 2 } as const;

const FOLDER = constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW;
/** Linux names an open folder by its number, so that nothing is resolved a second time. */
const HAS_PROC = process.platform === "linux";

/**
 * Opens the files of a stage, in the order they are written. Links were followed when the call was checked, so what is a
 * link now, or leads through one, was put there since; neither it nor a pipe or device is opened.
 */
export function openRedirects(
  redirects: readonly Redirect[],
  { stdin, stdout }: { readonly stdin: 0 | "pipe"; readonly stdout: 1 | "pipe" },
): StageStreams {
  const stdio: [Slot, Slot, Slot] = [stdin, stdout, 2];
  const opened: number[] = [];
  try {
    for (const redirect of redirects) {
      if (redirect.mode === "join") {
        stdio[INDEX[redirect.stream]] = stdio[INDEX[redirect.with]];
        continue;
      }
      const fd = openInPlace(redirect.file, FLAGS[redirect.mode] | constants.O_NOFOLLOW | constants.O_NONBLOCK);
      opened.push(fd);
      if (redirect.file !== NOWHERE && !fstatSync(fd).isFile())
        throw new Error(`${redirect.file} is not a regular file`);
      stdio[INDEX[redirect.stream]] = fd;
    }
    return { stdio, opened };
  } catch (error) {
    for (const fd of opened) closeSync(fd);
    throw error;
  }
}

/** Opens a file in the very folder that its path named when it was checked, before it makes or empties anything. */
function openInPlace(file: string, flags: number): number {
  const folder = path.dirname(file);
  const held = openSync(folder, FOLDER);
  try {
    const actual = HAS_PROC ? readlinkSync(`/proc/self/fd/${held}`) : realpathSync.native(folder);
    if (actual !== folder) throw new Error(`${folder} leads somewhere else than when it was checked`);
    return openSync(HAS_PROC ? `/proc/self/fd/${held}/${path.basename(file)}` : file, flags, 0o644);
  } finally {
    closeSync(held);
  }
}
