import { accessSync, constants, realpathSync, statSync } from "node:fs";
import path from "node:path";
import { isWithin } from "../params/posix-path.ts";

/** Fixed: what confines others must not come from a folder that a variable or an agent chose. */
const FOLDERS = ["/usr/bin", "/bin", "/usr/local/bin", "/usr/sbin", "/sbin", "/run/current-system/sw/bin"] as const;

/** The absolute path of a program of this system that only its owner can replace; `null` when there is none. */
export function findTrustedProgram(name: string, workspaceRoots: readonly string[]): string | null {
  return FOLDERS.map((folder) => path.join(folder, name)).find((file) => isTrusted(file, workspaceRoots)) ?? null;
}

function isTrusted(file: string, workspaceRoots: readonly string[]): boolean {
  try {
    accessSync(file, constants.X_OK);
    const real = realpathSync.native(file);
    if (workspaceRoots.some((root) => root !== "/" && (isWithin(real, root) || isWithin(file, root)))) return false;
    return [real, path.dirname(real), path.dirname(file)].every(isPrivate);
  } catch {
    return false;
  }
}

function isPrivate(place: string): boolean {
  const { uid, mode } = statSync(place);
  return (mode & 0o002) === 0 && (uid === 0 || uid === process.getuid?.());
}
