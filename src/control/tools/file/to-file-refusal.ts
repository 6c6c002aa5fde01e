import { showText } from "../../../text/show-text.ts";
import { refuse } from "../tool-change.ts";
import type { Refusal } from "../tool-change.ts";

const MEANINGS: Readonly<Record<string, readonly [what: string, hint: string]>> = {
  ENOSPC: ["there is no room left on the disk", "Make room, then try again; nothing was changed."],
  EDQUOT: ["your disk quota is used up", "Make room, then try again; nothing was changed."],
  EACCES: ["you may not write there", "Give yourself permission to write in the folder, then try again."],
  EPERM: ["you may not write there", "Give yourself permission to write in the folder, then try again."],
  EROFS: ["the file system is read-only", "Mount it writable, or move your tools with TOOLGATE_HOME."],
  ENOTDIR: ["a part of the path is a file", "Move that file away."],
  EEXIST: ["a part of the path is a file", "Move that file away."],
  ENOENT: ["it is gone", "Look at the folder, then try again."],
};

const TAKEN = [
  "there is a file of that name, which declares something else",
  "Look at it; rename or remove it.",
] as const;

/**
 * Why a file could not be written or removed; anything but an error of the system is thrown again. `isTaken`: a file that
 * exists is one of its name, and not one where a folder should be.
 */
export function toFileRefusal(file: string, error: unknown, isTaken = false): Refusal {
  const { code } = error as NodeJS.ErrnoException;
  if (!(error instanceof Error) || typeof code !== "string") throw error;
  const isConflict = code === "EEXIST" && isTaken;
  const [what, hint] = (isConflict ? TAKEN : MEANINGS[code]) ?? [
    `the system said ${code}`,
    "Look at the folder, then try again.",
  ];
  return refuse(isConflict ? "name_conflict" : "io", `${showText(file, 4096)} was not changed: ${what}`, hint);
}
