import { readlinkSync, renameSync, symlinkSync } from "node:fs";

/** Where a link leads, as written; `null`: no link. */
export function readLink(file: string): string | null {
  try {
    return readlinkSync(file);
  } catch {
    return null;
  }
}

/** The name of a link is moved, never what it leads to. What cannot be moved is still reported. */
export function moveAside(file: string, callId: string): void {
  try {
    renameSync(file, `${file}.left-by-${callId}`);
  } catch {
    // Gone, or on a disk without room; there is nothing else to do about it.
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
