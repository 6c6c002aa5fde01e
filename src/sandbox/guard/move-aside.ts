import { randomUUID } from "node:crypto";
import { chmodSync, lstatSync, readlinkSync, renameSync, statSync, symlinkSync } from "node:fs";
import path from "node:path";

/** Where a link leads, as written; `null`: no link. */
export function readLink(file: string): string | null {
  try {
    // Asked first: `readlinkSync` throws for everything else, and few of the many names are links.
    return lstatSync(file, { throwIfNoEntry: false })?.isSymbolicLink() === true ? readlinkSync(file) : null;
  } catch {
    return null;
  }
}

/**
 * The name of a link is moved, never what it leads to. A program knows its call, and could have taken the name or made it
 * too long; then another one is found. What cannot be moved is still reported.
 */
export function moveAside(file: string, callId: string): void {
  const folder = path.dirname(file);
  openToOwner(folder);
  for (const to of [`${file}.left-by-${callId}`, path.join(folder, `left-by-${callId}-${randomUUID()}`)]) {
    try {
      if (lstatSync(to, { throwIfNoEntry: false }) !== undefined) continue;
      renameSync(file, to);
      return;
    } catch {
      // Gone, or no name for the system: the next one is shorter.
    }
  }
}

/** A folder that its owner cannot list or change keeps what is in it from being found and moved. */
export function openToOwner(folder: string): void {
  try {
    const { mode } = statSync(folder);
    if ((mode & 0o700) !== 0o700) chmodSync(folder, (mode & 0o7777) | 0o700);
  } catch {
    // Gone, or somebody else's, whom a confined program is not either.
  }
}

/** Makes a link lead where it led before; what stands there now is moved aside. */
export function putBack(file: string, target: string, callId: string): void {
  moveAside(file, callId);
  try {
    symlinkSync(target, file);
  } catch {
    // As above.
  }
}
