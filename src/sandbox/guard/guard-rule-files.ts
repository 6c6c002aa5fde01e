import { readdirSync } from "node:fs";
import path from "node:path";
import { findRuleFile } from "../../policy/protected-paths/denied-files.ts";
import { isRepository } from "./list-repositories.ts";
import { moveAside, putBack, readLink } from "./move-aside.ts";

export interface RuleFileGuard {
  /** Moves aside what is new, puts links back, and returns where that was. */
  settle(): readonly string[];
}

/** What does not exist yet, and a link, cannot be held in place. So they are looked for when nothing runs any more. */
export function guardRuleFiles(folders: readonly string[], callId: string): RuleFileGuard {
  const before = new Map(folders.map((folder) => [folder, readLinks(folder)]));
  return {
    settle: () =>
      folders.flatMap((folder) => {
        const known = before.get(folder) ?? new Map<string, string | null>();
        const now = readLinks(folder);
        const added = [...now.keys()].filter((name) => !known.has(name));
        for (const name of added) moveAside(path.join(folder, name), callId);
        const changed = [...known].filter(([name, target]) => target !== null && now.get(name) !== target);
        for (const [name, target] of changed) putBack(path.join(folder, name), target ?? "", callId);
        return [...added, ...changed.map(([name]) => name)].map((name) => path.join(folder, name));
      }),
  };
}

/** The names that set rules, with where they lead, as written; `null`: no link. */
function readLinks(folder: string): ReadonlyMap<string, string | null> {
  return new Map(listRuleFiles(folder).map((name) => [name, readLink(path.join(folder, name))]));
}

/** Of a repository: what makes git read its settings from elsewhere, or run something. */
const GIT_NAMES: ReadonlySet<string> = new Set(["commondir", "config", "config.worktree", "hooks"]);

/** Names in a folder that set rules for other programs. A new repository is none: whoever makes one wants it. */
export function listRuleFiles(folder: string): readonly string[] {
  const isGit = isRepository(folder);
  return readNames(folder).filter((name) =>
    isGit ? GIT_NAMES.has(name) : name !== ".git" && findRuleFile(path.join(folder, name)) !== null,
  );
}

function readNames(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
