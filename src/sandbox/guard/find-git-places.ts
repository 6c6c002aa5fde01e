import { opendirSync, readFileSync, realpathSync, statSync } from "node:fs";
import type { Dirent } from "node:fs";
import path from "node:path";

export interface GitPlaces {
  /** Each holds settings that git reads and programs that it starts. Absolute, links followed. */
  readonly repositories: readonly string[];
  /** In which there is more than can be looked through: to be held as a whole. */
  readonly whole: readonly string[];
}

/** Of submodules and further working trees, in a repository. */
const KEPT_IN = ["modules", "worktrees"] as const;
/** What git keeps in a repository, and in which no other one stands. */
const OWN_FOLDERS: ReadonlySet<string> = new Set("annex branches hooks info lfs logs objects refs rr-cache".split(" "));
/** A program may move `HEAD` away and back in two calls; the others are held wherever they are. */
const SIGNS: ReadonlySet<string> = new Set(["HEAD", "commondir", "config", "config.worktree"]);

const MAX_REPOSITORIES = 100;
const MAX_FOLDERS = 2_000;
const MAX_ENTRIES = 20_000;
const MAX_FILE_BYTES = 10_000;

/** The repository that a folder's `.git` is or leads to, the one that it shares settings with, and all that are kept in them. */
export function findGitPlaces(folder: string): GitPlaces {
  const git = follow(path.join(folder, ".git"), folder, "gitdir: ");
  if (git === null) return { repositories: [], whole: [] };
  const shared = follow(path.join(git, "commondir"), git, "");
  const both = [...new Set([git, ...(shared === null ? [] : [shared])])];
  const kept = both.flatMap((one) => KEPT_IN.flatMap((name) => toReal(path.join(one, name))));
  const found = search(kept);
  return { repositories: [...both, ...(found ?? [])], whole: found === null ? kept : [] };
}

function toReal(place: string): readonly string[] {
  try {
    return [realpathSync.native(place)];
  } catch {
    return [];
  }
}

/** A folder, or what the first line of a file says behind `prefix`. */
function follow(place: string, base: string, prefix: string): string | null {
  try {
    const stat = statSync(place);
    if (stat.isDirectory()) return realpathSync.native(place);
    if (!stat.isFile() || stat.size > MAX_FILE_BYTES) return null;
    const [line = ""] = readFileSync(place, "utf8").split("\n");
    return line.startsWith(prefix) ? realpathSync.native(path.resolve(base, line.slice(prefix.length).trim())) : null;
  } catch {
    return null;
  }
}

/** The name of a submodule is a path, and one may be called like the beginning of another. `null`: there is too much. */
function search(folders: readonly string[]): readonly string[] | null {
  const queue = [...folders];
  const found: string[] = [];
  let left = MAX_ENTRIES;
  for (let index = 0; index < queue.length; index += 1) {
    const folder = queue[index] ?? "";
    const entries = readEntries(folder, left);
    if (entries === null || queue.length > MAX_FOLDERS) return null;
    left -= entries.length;
    const isRepository = entries.some((entry) => SIGNS.has(entry.name) && !entry.isDirectory());
    if (isRepository && found.push(folder) > MAX_REPOSITORIES) return null;
    const inner = entries.filter((entry) => entry.isDirectory() && !(isRepository && OWN_FOLDERS.has(entry.name)));
    for (const { name } of inner) queue.push(path.join(folder, name));
  }
  return found;
}

/** `null`: more than `limit`, or not to be listed, which a program may have seen to. */
function readEntries(folder: string, limit: number): readonly Dirent[] | null {
  const entries: Dirent[] = [];
  try {
    const open = opendirSync(folder);
    try {
      for (let entry = open.readSync(); entry !== null; entry = open.readSync()) {
        if (entries.push(entry) > limit) return null;
      }
    } finally {
      open.closeSync();
    }
  } catch (error) {
    if (!["ENOENT", "ENOTDIR"].includes((error as NodeJS.ErrnoException).code ?? "")) return null;
  }
  return entries;
}
