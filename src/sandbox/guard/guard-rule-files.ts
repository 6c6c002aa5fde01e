import { readdirSync } from "node:fs";
import path from "node:path";
import { findRuleFile } from "../../policy/protected-paths/denied-files.ts";
import { moveAside, putBack, readLink } from "./move-aside.ts";

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
  const before = new Map(folders.map((folder) => [folder, readLinks(folder, list)]));
  return {
    settle: () =>
      folders.flatMap((folder) => {
        const known = before.get(folder) ?? new Map<string, string | null>();
        const now = readLinks(folder, list);
        const added = [...now.keys()].filter((name) => !known.has(name) && name !== ".git");
        for (const name of added) moveAside(path.join(folder, name), callId);
        const changed = [...known].filter(([name, target]) => target !== null && now.get(name) !== target);
        for (const [name, target] of changed) putBack(path.join(folder, name), target ?? "", callId);
        return [...added, ...changed.map(([name]) => name)].map((name) => path.join(folder, name));
      }),
  };
}

type ListNames = (folder: string) => readonly string[];

/** The names that set rules, with where they lead, as written; `null`: no link. */
function readLinks(folder: string, list: ListNames): ReadonlyMap<string, string | null> {
  return new Map(list(folder).map((name) => [name, readLink(path.join(folder, name))]));
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
