import { lstatSync, readdirSync } from "node:fs";
import path from "node:path";
import { findRuleFile } from "../../policy/protected-paths/denied-files.ts";
import { moveAside, openToOwner, putBack, readLink } from "./move-aside.ts";

export interface RuleFileGuard {
  /** Moves aside what is new, puts links back, and returns where that was. */
  settle(): readonly string[];
}

/** What does not exist yet, and a link, cannot be held in place. So they are looked for when nothing runs any more. */
export function guardRuleFiles(folders: readonly string[], callId: string): RuleFileGuard {
  return guardNames(folders, (folder) => [...listRuleFiles(folder), ...listGitLink(folder)], callId);
}

/** The same for repositories of git: what makes it read its settings from elsewhere, or run something. */
export function guardRepositories(repositories: readonly string[], callId: string): RuleFileGuard {
  return guardNames(repositories, (folder) => readNames(folder).filter((name) => GIT_NAMES.has(name)), callId);
}

const GIT_NAMES: ReadonlySet<string> = new Set(["commondir", "config", "config.worktree", "hooks"]);

function guardNames(folders: readonly string[], list: ListNames, callId: string): RuleFileGuard {
  const before = new Map(folders.map((folder) => [folder, readStates(folder, list)]));
  return { settle: () => [...before].flatMap(([folder, known]) => settleFolder(folder, known, list, callId)) };
}

function settleFolder(folder: string, known: States, list: ListNames, callId: string): readonly string[] {
  openToOwner(folder);
  const now = readStates(folder, list);
  const added = [...now.keys()].filter((name) => !known.has(name) && name !== ".git");
  const again = [...known].flatMap(([name, { file }]) => (isMadeAgain(folder, name, file, now) ? [name] : []));
  for (const name of [...added, ...again]) moveAside(path.join(folder, name), callId);
  const changed = [...known].filter(([name, { link }]) => link !== null && now.get(name)?.link !== link);
  for (const [name, { link }] of changed) putBack(path.join(folder, name), link ?? "", callId);
  return [...added, ...again, ...changed.map(([name]) => name)].map((name) => path.join(folder, name));
}

/**
 * What another gateway moved aside meanwhile takes along what held it for this program, which could then make it again.
 * A person who saves a file makes a new one as well, but leaves none of that name.
 */
function isMadeAgain(folder: string, name: string, file: string, now: States): boolean {
  const current = now.get(name);
  if (current === undefined || current.file === file) return false;
  const aside = readNames(folder).filter((other) => other.startsWith(`${name}.left-by-`));
  return aside.some((other) => identify(path.join(folder, other)) === file);
}

type ListNames = (folder: string) => readonly string[];

/** Names that set rules. `link`: where it leads, as written; `null`: it is none. `file`: which one it is. */
type States = ReadonlyMap<string, { readonly link: string | null; readonly file: string }>;

function readStates(folder: string, list: ListNames): States {
  return new Map(
    list(folder).map((name) => {
      const place = path.join(folder, name);
      return [name, { link: readLink(place), file: identify(place) }];
    }),
  );
}

function identify(place: string): string {
  const stat = lstatSync(place, { throwIfNoEntry: false });
  return stat === undefined ? "" : `${stat.dev}:${stat.ino}`;
}

/** Names in a folder that set rules for other programs. A new repository is none: whoever makes one wants it. */
export function listRuleFiles(folder: string): readonly string[] {
  return readNames(folder).filter((name) => name !== ".git" && findRuleFile(path.join(folder, name)) !== null);
}

/** But one in place of a link to the one that was there is another one than whoever uses it means. */
function listGitLink(folder: string): readonly string[] {
  return readLink(path.join(folder, ".git")) === null ? [] : [".git"];
}

function readNames(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
