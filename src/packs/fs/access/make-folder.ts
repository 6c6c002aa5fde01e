import { mkdir } from "node:fs/promises";
import path from "node:path";
import { HandlerError } from "../../../model/handler.ts";
import { isWithin } from "../../../params/posix-path.ts";
import { withParent } from "./open-place.ts";
import type { Reach } from "./reach.ts";
import { admit, showPath } from "./reach.ts";
import { errorCode, toFileError } from "./to-file-error.ts";
import { findStats } from "./place-new.ts";

/**
 * Makes a folder; with `parents`, also those above it, and an existing one is fine. `folder` is absolute and resolved.
 * Gives the folders made, outermost first. @throws HandlerError `exists not-found not-a-folder denied outside no-permission`
 */
export async function makeFolder(
  reach: Reach,
  folder: string,
  { parents = false }: { parents?: boolean } = {},
): Promise<readonly string[]> {
  admit(reach, folder, "write");
  if (!parents) {
    const made = await makeOne(reach, folder);
    if (made) return [folder];
    throw new HandlerError("exists", `${showPath(reach, folder)} exists already`, { hint: "it can be used as it is" });
  }
  const made: string[] = [];
  for (const step of stepsTo(reach, folder)) if (await makeOne(reach, step)) made.push(step);
  return made;
}

/** The folders from the root that holds it down to `folder`; the root itself exists. */
function stepsTo(reach: Reach, folder: string): readonly string[] {
  const root = reach.folders.find((each) => isWithin(folder, each)) ?? folder;
  const steps: string[] = [];
  for (let step = folder; step !== root && step !== "/"; step = path.dirname(step)) steps.unshift(step);
  return steps;
}

/** Whether it was made; `false` when it was there. */
function makeOne(reach: Reach, folder: string): Promise<boolean> {
  if (reach.folders.includes(folder)) return Promise.resolve(false);
  return withParent(reach, folder, async (at) => {
    try {
      await mkdir(at);
      return true;
    } catch (error) {
      if (errorCode(error) !== "EEXIST") throw toFileError(reach, folder, error);
    }
    const stats = await findStats(at);
    if (stats?.isDirectory() === true) return false;
    throw new HandlerError("not-a-folder", `${showPath(reach, folder)} exists and is no folder`, {
      hint: "choose another name",
    });
  });
}
