/** The folders that a shell may be in; empty: this is never reached. `null`: only a shell could tell. */
export type Folders = readonly FolderStack[] | null;

/** The folder first, then what `pushd` put below it. */
type FolderStack = readonly [string, ...string[]];

/** Where a shell may be after a command that succeeded, and after one that failed. */
export interface Outcome {
  readonly ok: Folders;
  readonly fail: Folders;
}

/** The folder that the line starts in. */
export const START: Folders = [[""]];

const MAX_FOLDERS = 4;

/** The command did not move the shell. */
export function stay(folders: Folders): Outcome {
  return { ok: folders, fail: folders };
}

export function joinFolders(left: Folders, right: Folders): Folders {
  if (left === right) return left;
  if (left === null || right === null) return null;
  const known = new Map([...left, ...right].map((stack) => [stack.join("\0"), stack]));
  return known.size > MAX_FOLDERS ? null : [...known.values()];
}

/** Whether every folder of the one is among those of the other. */
export function isWithinFolders(part: Folders, whole: Folders): boolean {
  return whole === null || (part !== null && joinFolders(part, whole)?.length === whole.length);
}

/** As an item has it: one folder, or what is possible instead. */
export function toItemFolder(folders: Folders): { folder: string | null; folders?: readonly string[] } {
  if (folders === null || folders.length === 0) return { folder: null };
  const possible = [...new Set(folders.map(([folder]) => folder))];
  const [only] = possible;
  return possible.length === 1 && only !== undefined ? { folder: only } : { folder: null, folders: possible };
}

/** `null` where the stack does not say. */
export function moveEach(folders: Folders, move: (stack: FolderStack) => FolderStack | null): Folders {
  const moved: FolderStack[] = [];
  for (const stack of folders ?? []) {
    const next = move(stack);
    if (next === null) return null;
    moved.push(next);
  }
  return folders === null ? null : joinFolders(moved, []);
}

/**
 * The folder that `cd target` leads to, worked out on the text as a shell does by default: `a/..` is no step, whatever `a`
 * links to. A target that stands for the home folder is `isHome`.
 */
export function resolveFolder(from: string, target: string, isHome: boolean): string {
  const isAbsolute = target.startsWith("/");
  const base = isAbsolute || isHome ? "" : from;
  const home = isHome || base === "~" || base.startsWith("~/");
  const root = isAbsolute || base.startsWith("/") ? "/" : home ? "~" : "";
  const given = `${root === "~" ? base.slice(1) : base}/${isHome ? target.slice(1) : target}`;
  const steps: string[] = [];
  for (const step of given.split("/")) {
    if (step === "" || step === ".") continue;
    const canStepBack = steps.length > 0 && steps.at(-1) !== "..";
    if (step !== "..") steps.push(step);
    else if (canStepBack) steps.pop();
    else if (root !== "/") steps.push(step);
  }
  const path = steps.join("/");
  if (root === "/") return `/${path}`;
  if (root === "~") return path === "" ? "~" : `~/${path}`;
  return path.startsWith("~") ? `./${path}` : path;
}
