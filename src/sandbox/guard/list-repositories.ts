import { existsSync, readdirSync } from "node:fs";
import path from "node:path";

/** Of submodules and further working trees. */
const KEPT_IN = ["modules", "worktrees"] as const;
/** The name of a submodule is a path. */
const MAX_DEPTH = 4;
const MAX_REPOSITORIES = 100;

/** A `.git` folder and every repository that is kept in it: git reads the settings of each, and starts what they name. */
export function listRepositories(git: string): readonly string[] {
  const found = [git];
  for (let index = 0; index < found.length && found.length < MAX_REPOSITORIES; index += 1) {
    const repository = found[index] ?? git;
    for (const name of KEPT_IN) collect(path.join(repository, name), MAX_DEPTH, found);
  }
  return found;
}

/** Whether a folder is one of those, by its place. */
export function isRepository(folder: string): boolean {
  return /\/\.git(?:\/(?:modules|worktrees)\/.+)?$/.test(folder);
}

function collect(folder: string, depth: number, found: string[]): void {
  for (const place of listFolders(folder)) {
    if (found.length >= MAX_REPOSITORIES) return;
    if (existsSync(path.join(place, "HEAD"))) found.push(place);
    else if (depth > 1) collect(place, depth - 1, found);
  }
}

/** Links lead to what is somebody else's. */
function listFolders(folder: string): readonly string[] {
  try {
    const entries = readdirSync(folder, { withFileTypes: true });
    return entries.flatMap((entry) => (entry.isDirectory() ? [path.join(folder, entry.name)] : []));
  } catch {
    return [];
  }
}
