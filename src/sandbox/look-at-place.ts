import { lstatSync } from "node:fs";

/** What stands at a path itself, links not followed. `file`: anything that is no folder, such as a socket. */
export type PlaceKind = "file" | "folder" | "link" | "missing";
export type PlaceLook = (path: string) => PlaceKind;

export function lookAtPlace(path: string): PlaceKind {
  try {
    const stat = lstatSync(path, { throwIfNoEntry: false });
    if (stat === undefined) return "missing";
    if (stat.isSymbolicLink()) return "link";
    return stat.isDirectory() ? "folder" : "file";
  } catch {
    // A folder on the way that may not be entered: the program, with the same rights or fewer, cannot either.
    return "missing";
  }
}
