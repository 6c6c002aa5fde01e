import { readdirSync, renameSync } from "node:fs";
import path from "node:path";
import { findRuleFile } from "../../policy/protected-paths/denied-files.ts";

export interface RuleFileGuard {
  /** Moves aside what is new, and returns where it was. */
  settle(): readonly string[];
}

/** What does not exist yet cannot be kept from being made. So it is looked for when nothing runs any more. */
export function guardRuleFiles(folders: readonly string[], callId: string): RuleFileGuard {
  const before = new Map(folders.map((folder) => [folder, new Set(listRuleFiles(folder))]));
  return {
    settle: () =>
      folders.flatMap((folder) => {
        const added = listRuleFiles(folder).filter((name) => before.get(folder)?.has(name) !== true);
        return added.map((name) => moveAside(path.join(folder, name), callId));
      }),
  };
}

/** Of a repository: what makes git read its settings from elsewhere, or run something. */
const GIT_NAMES: ReadonlySet<string> = new Set(["commondir", "config", "config.worktree", "hooks"]);

/** Names in a folder that set rules for other programs. A new repository is none: whoever makes one wants it. */
export function listRuleFiles(folder: string): readonly string[] {
  const isGit = path.basename(folder) === ".git";
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

/** The name of a link is moved, never what it leads to. What cannot be moved is still reported. */
function moveAside(file: string, callId: string): string {
  try {
    renameSync(file, `${file}.left-by-${callId}`);
  } catch {
    // Gone, or on a disk without room; there is nothing else to do about it.
  }
  return file;
}
