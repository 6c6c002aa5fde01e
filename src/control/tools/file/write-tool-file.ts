import { randomBytes } from "node:crypto";
import { closeSync, constants, fsyncSync, linkSync, mkdirSync, openSync, renameSync, rmSync, writeSync } from "node:fs";
import path from "node:path";

/** A file that is whole on the disk beside its place, and not in it yet. */
export interface PreparedFile {
  /** Puts it in its place: from now on it holds. With `isNew`, a file that is there by now stays. @throws system error */
  place(isNew: boolean): void;
  /** Leaves nothing behind; does nothing after `place`. */
  discard(): void;
}

/**
 * Writes a hidden sibling (0600) with all its bytes, so that whoever reads the folder sees the old file or the new one
 * and a full disk changes nothing. A link in the way is replaced, never followed. @throws system error
 */
export function prepareFile(file: string, text: string): PreparedFile {
  const folder = path.dirname(file);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const draft = path.join(folder, `.toolgate-${randomBytes(8).toString("hex")}.tmp`);
  const discard = (): void => rmSync(draft, { force: true });
  try {
    writeWhole(draft, text);
  } catch (error) {
    discard();
    throw error;
  }
  return {
    discard,
    place(isNew) {
      try {
        if (isNew) placeNew(draft, file);
        else renameSync(draft, file);
      } finally {
        discard();
      }
      syncFolder(folder);
    },
  };
}

/** Some file systems know no second names; there the name is claimed first, so that nothing is ever replaced. */
function placeNew(draft: string, file: string): void {
  try {
    linkSync(draft, file);
  } catch (error) {
    if (!NO_SECOND_NAMES.has((error as NodeJS.ErrnoException).code ?? "")) throw error;
    closeSync(openSync(file, "wx", 0o600));
    renameSync(draft, file);
  }
}

const NO_SECOND_NAMES: ReadonlySet<string> = new Set(["EPERM", "ENOTSUP", "EOPNOTSUPP", "ENOSYS"]);

function writeWhole(file: string, text: string): void {
  const flags = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW;
  const descriptor = openSync(file, flags, 0o600);
  try {
    const bytes = Buffer.from(text, "utf8");
    for (let written = 0; written < bytes.length;) written += writeSync(descriptor, bytes, written);
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/** Removes a file, or the link of that name. @throws system error */
export function removeFile(file: string): void {
  rmSync(file);
  syncFolder(path.dirname(file));
}

/** A new name is only safe from power loss once its folder is written, too. */
function syncFolder(folder: string): void {
  const descriptor = openSync(folder, constants.O_RDONLY);
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
