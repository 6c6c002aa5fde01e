import { existsSync, lstatSync, readdirSync, readFileSync, realpathSync, statSync } from "node:fs";
import path from "node:path";
import { isWithin } from "../params/posix-path.ts";
import { showText } from "../text/show-text.ts";
import { parseGitConfig } from "./git-config.ts";
import type { GitSetting } from "./git-config.ts";

export type RepositoryFact =
  | {
      readonly ok: true;
      /** Names of the filters that the repository configures, each of which is a program. */
      readonly filterDrivers: readonly string[];
      /** The folder that git must not look into when it searches for a repository. */
      readonly ceiling: string;
    }
  | { readonly ok: false; readonly message: string; readonly hint: string };

const MAX_BYTES = 1_048_576;
const MAX_ALTERNATES = 5;

/**
 * Looks at every repository that git could find from `folder` upwards without leaving `roots` (both real paths). Refused
 * is what leads out of the roots, what cannot be read for certain, and settings that pull in other files. Starts nothing.
 */
export function inspectGitRepository(folder: string, roots: readonly string[]): RepositoryFact {
  try {
    const root = outermostRoot(folder, roots);
    const drivers = new Set<string>();
    for (let level = folder; isWithin(level, root); level = path.dirname(level)) {
      for (const gitFolder of findGitFolders(level, roots)) inspectGitFolder(gitFolder, roots, drivers);
      if (level === "/") break;
    }
    return { ok: true, filterDrivers: [...drivers].sort(), ceiling: path.dirname(root) };
  } catch (error) {
    if (error instanceof Unusable) return { ok: false, message: error.message, hint: error.hint };
    const message = `the git repository of ${quote(folder)} cannot be looked at`;
    return { ok: false, message, hint: "make its files readable, or repair it" };
  }
}

/** Ends the look at once from any depth; never leaves this file. */
class Unusable extends Error {
  readonly hint: string;

  constructor(message: string, hint: string) {
    super(message);
    this.hint = hint;
  }
}

const WIDEN_HINT = "add the folder it leads to to `[workspace] roots`, or open the repository's own folder";

function outermostRoot(folder: string, roots: readonly string[]): string {
  const [root] = roots.filter((known) => isWithin(folder, known)).sort((a, b) => a.length - b.length);
  if (root === undefined) {
    throw new Unusable(`git would stand in ${quote(folder)}, outside the workspace`, WIDEN_HINT);
  }
  // git separates the folders of its limit with colons, so it could not be told this one.
  if (path.dirname(root).includes(":")) {
    throw new Unusable(`git cannot be kept inside ${quote(root)}: a colon is in its path`, "rename the folder");
  }
  return root;
}

/** The git folder that `.git` stands for, and the level itself where it could be taken for a bare repository. */
function findGitFolders(level: string, roots: readonly string[]): readonly string[] {
  const has = (name: string): boolean => isThere(path.join(level, name));
  const folders = has("HEAD") && (has("commondir") || (has("objects") && has("refs"))) ? [level] : [];
  const entry = path.join(level, ".git");
  if (!isThere(entry)) return folders;
  const real = follow(entry, roots);
  if (statSync(real).isDirectory()) return [...folders, real];
  const target = /^gitdir: ([^\n\r\0]+)[\n\r]*$/.exec(readCapped(real))?.[1];
  if (target === undefined) {
    throw new Unusable(`${quote(entry)} does not say where the repository is`, "repair or remove that file");
  }
  return [...folders, follow(path.resolve(level, target), roots, entry)];
}

function inspectGitFolder(gitFolder: string, roots: readonly string[], drivers: Set<string>): void {
  const common = toCommonFolder(gitFolder, roots);
  for (const folder of new Set([gitFolder, common])) {
    for (const name of ["config", "config.worktree"]) {
      const file = path.join(folder, name);
      if (isThere(file)) readDrivers(file, drivers);
    }
    const objects = path.join(folder, "objects");
    if (isThere(objects)) inspectObjects(follow(objects, roots), roots, MAX_ALTERNATES);
  }
}

/** Where a further work tree keeps what it shares with the others. */
function toCommonFolder(gitFolder: string, roots: readonly string[]): string {
  const file = path.join(gitFolder, "commondir");
  if (!isThere(file)) return gitFolder;
  return follow(path.resolve(gitFolder, readCapped(file).replace(/[\n\r]+$/, "")), roots, file);
}

function readDrivers(file: string, drivers: Set<string>): void {
  const settings = parseGitConfig(readCapped(file));
  if (settings === null) {
    throw new Unusable(`the git configuration ${quote(file)} cannot be read for certain`, "repair the file");
  }
  for (const setting of settings) {
    const why = refuseSetting(setting);
    if (why !== null) throw new Unusable(`the git configuration ${quote(file)} ${why}`, "remove that from the file");
    if (setting.section.startsWith("filter.")) drivers.add(setting.section.slice("filter.".length));
  }
}

function refuseSetting({ section, key }: GitSetting): string | null {
  if (/^include(?:if)?(?:\.|$)/.test(section)) return "includes another file";
  if (/^core(?:\.|$)/.test(section) && key === "worktree") return "moves the work tree (core.worktree)";
  // Bytes that are no UTF-8 could not be handed to git the same.
  return section.startsWith("filter.") && section.includes("\uFFFD") ? "names a filter in no readable way" : null;
}

/** Objects are as good as files: another repository's must not be reached, neither by a link nor by `alternates`. */
function inspectObjects(objects: string, roots: readonly string[], depth: number): void {
  for (const { name, parentPath } of listLinks(objects)) follow(path.join(parentPath, name), roots);
  const file = path.join(objects, "info/alternates");
  if (!isThere(file)) return;
  const lines = readCapped(file).split("\n");
  for (const line of lines.filter((text) => text !== "" && !text.startsWith("#"))) {
    if (line.startsWith('"') || depth === 0) {
      throw new Unusable(`${quote(file)} names another repository in a way that is not followed`, WIDEN_HINT);
    }
    inspectObjects(follow(path.resolve(objects, line), roots, file), roots, depth - 1);
  }
}

function listLinks(objects: string): readonly { readonly name: string; readonly parentPath: string }[] {
  const entries = readdirSync(objects, { withFileTypes: true });
  const folders = entries.filter((entry) => entry.isDirectory()).map(({ name }) => path.join(objects, name));
  const inner = folders.flatMap((folder) => readdirSync(folder, { withFileTypes: true }));
  return [...entries, ...inner].filter((entry) => entry.isSymbolicLink());
}

/** The real path; refused when it is outside the roots or leads nowhere. */
function follow(target: string, roots: readonly string[], namedBy: string = target): string {
  const real = existsSync(target) ? realpathSync.native(target) : null;
  if (real !== null && roots.some((root) => isWithin(real, root))) return real;
  const where = real === null ? "to nothing" : `to ${quote(real)}, outside the workspace`;
  throw new Unusable(`${quote(namedBy)} leads git ${where}`, WIDEN_HINT);
}

/** Also a link that leads nowhere is there. */
function isThere(file: string): boolean {
  return lstatSync(file, { throwIfNoEntry: false }) !== undefined;
}

function readCapped(file: string): string {
  const stat = statSync(file);
  if (!stat.isFile() || stat.size > MAX_BYTES) {
    throw new Unusable(`${quote(file)} is not a file of at most ${MAX_BYTES} bytes`, "repair the repository");
  }
  return readFileSync(file, "utf8");
}

function quote(file: string): string {
  return `"${showText(file, 200)}"`;
}
