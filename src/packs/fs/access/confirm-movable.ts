import { HandlerError } from "../../../model/handler.ts";
import { isWithin } from "../../../params/posix-path.ts";
import type { Reach } from "./reach.ts";
import { admit, showPath } from "./reach.ts";

/** Refuses what may never go away from its place: a root, or a folder above something that is named by its path. */
export function confirmMovable(reach: Reach, place: string, done: "deleted" | "renamed"): void {
  admit(reach, place, "write");
  if (reach.folders.some((folder) => isWithin(folder, place))) {
    const message = `${showPath(reach, place)} is a workspace root or holds one, and cannot be ${done}`;
    throw new HandlerError("root", message, { hint: "name something inside of it" });
  }
  if (reach.pinned().some((path) => isWithin(path, place))) {
    const message = `${showPath(reach, place)} holds something that is kept from tools, and cannot be ${done}`;
    throw new HandlerError("denied", message, { hint: "name something inside of it" });
  }
}
