import { accessSync, constants, statSync } from "node:fs";
import path from "node:path";

export type ProgramFact =
  | { readonly found: true; readonly file: string }
  | { readonly found: false; readonly reason: "missing" | "not-executable"; readonly looked: readonly string[] };

/** The folders in which programs are looked for: absolute entries of PATH, so that no call depends on where it stands. */
export function searchPath(pathVariable: string | undefined): readonly string[] {
  const entries = (pathVariable ?? "/usr/local/bin:/usr/bin:/bin").split(":");
  return [...new Set(entries.filter((entry) => path.isAbsolute(entry)))];
}

/** A bare name is looked up in `folders`; a path is taken as it is, relative to `base`. */
export function findProgram(name: string, folders: readonly string[], base: string): ProgramFact {
  const places = name.includes("/") ? [path.resolve(base, name)] : folders.map((folder) => path.join(folder, name));
  let blocked = false;
  for (const place of places) {
    const stat = statSync(place, { throwIfNoEntry: false });
    if (stat?.isFile() !== true) continue;
    if (isExecutable(place)) return { found: true, file: place };
    blocked = true;
  }
  return { found: false, reason: blocked ? "not-executable" : "missing", looked: places };
}

function isExecutable(place: string): boolean {
  try {
    accessSync(place, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
