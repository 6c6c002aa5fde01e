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
  EEXIST: ["a file of that name appeared meanwhile", "Look at it, then update or delete it."],
  ENOENT: ["it is gone", "Look at the folder, then try again."],
};

/** Why a file could not be written or removed; anything but an error of the system is thrown again. */
export function toFileRefusal(file: string, error: unknown): Refusal {
  const { code } = error as NodeJS.ErrnoException;
  if (!(error instanceof Error) || typeof code !== "string") throw error;
  const [what, hint] = MEANINGS[code] ?? [`the system said ${code}`, "Look at the folder, then try again."];
  return refuse(code === "EEXIST" ? "name_conflict" : "io", `${showText(file, 4096)} was not changed: ${what}`, hint);
}
