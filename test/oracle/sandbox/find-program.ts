import { accessSync, constants, realpathSync } from "node:fs";
import { join } from "node:path";
import { SYSTEM_FOLDERS } from "./programs.ts";

/** The real file of a program of this system, links followed; `null` when there is none. */
export function findProgram(name: string): string | null {
  for (const folder of SYSTEM_FOLDERS) {
    const path = join(folder, name);
    try {
      accessSync(path, constants.X_OK);
      return realpathSync(path);
    } catch {
      // Not in this folder.
    }
  }
  return null;
}
