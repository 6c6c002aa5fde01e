import { isWithin } from "../../params/posix-path.ts";
import type { Pack } from "../pack.ts";
import type { FileLimits } from "./access/limits.ts";
import { DEFAULT_FILE_LIMITS } from "./access/limits.ts";
import type { Purpose, Reach } from "./access/reach.ts";
import type { Denials } from "./denials.ts";
import { createDenials } from "./denials.ts";
import { createDeleteTool } from "./tools/delete.ts";
import { createEditTool } from "./tools/edit.ts";
import type { ReachFor } from "./tools/fs-tool.ts";
import { createGlobTool } from "./tools/glob.ts";
import { createListTool } from "./tools/list.ts";
import { createMkdirTool } from "./tools/mkdir.ts";
import { createReadTool } from "./tools/read.ts";
import { createRenameTool } from "./tools/rename.ts";
import { createSearchTool } from "./tools/search.ts";
import { createCreateTool, createWriteTool } from "./tools/write.ts";

export interface FsPackOptions {
  /** Absolute, links followed; relative paths start at the first. */
  readonly workspaceRoots: readonly [string, ...string[]];
  /** Toolgate's own folders (absolute, links followed): nothing in them but the caller's session folder is touched. */
  readonly protectedFolders: readonly string[];
  /** Kept from all file tools: absolute paths, names (`*.sqlite`) or paths from a root (`private/notes`). */
  readonly deny: readonly string[];
  /** Absolute files and folders that may be read and never changed: configuration, tool folders, scope file. @default none */
  readonly rules?: readonly string[] | undefined;
  /** Read files with several names (hard links), one of which may lie outside. @default false */
  readonly readHardLinks?: boolean | undefined;
  /** @default DEFAULT_FILE_LIMITS */
  readonly limits?: Partial<FileLimits> | undefined;
}

export interface FsPack extends Pack {
  /** Keeps more from every file tool from now on; forms as in `FsPackOptions.deny`. @throws TypeError for a pattern that cannot be read */
  readonly deny: (...paths: readonly string[]) => void;
  /** Why an absolute path is kept from tools, or `null`. Says nothing of protected folders, which depend on the session. */
  readonly deniedFile: (path: string, purpose: Purpose) => string | null;
  /** What a call of a session may touch: for other built-in APIs that work on files. */
  readonly reachFor: ReachFor;
}

/** The `fs.*` tools. @throws TypeError for a `deny` entry that cannot be read */
export function createFsPack(options: FsPackOptions): FsPack {
  const { workspaceRoots, deny, rules = [] } = options;
  const denials = createDenials({ roots: workspaceRoots, deny, rules });
  const limits = { ...DEFAULT_FILE_LIMITS, ...options.limits };
  const reachFor: ReachFor = (sessionFolder) => makeReach(sessionFolder, options, denials, limits);
  return {
    name: "fs",
    tools: [
      createReadTool(reachFor),
      createWriteTool(reachFor, limits.maxWriteBytes),
      createCreateTool(reachFor, limits.maxWriteBytes),
      createMkdirTool(reachFor),
      createEditTool(reachFor, limits.maxWriteBytes),
      createListTool(reachFor),
      createSearchTool(reachFor),
      createGlobTool(reachFor),
      createDeleteTool(reachFor),
      createRenameTool(reachFor),
    ],
    apis: [],
    deny: denials.deny,
    deniedFile: (path, purpose) => denials.find(path, purpose),
    reachFor,
  };
}

function makeReach(
  sessionFolder: string,
  { workspaceRoots, protectedFolders, readHardLinks = false }: FsPackOptions,
  denials: Denials,
  limits: FileLimits,
): Reach {
  const isProtected = (path: string): boolean =>
    !isWithin(path, sessionFolder) && protectedFolders.some((folder) => isWithin(path, folder));
  return {
    folders: [...workspaceRoots, sessionFolder],
    base: workspaceRoots[0],
    sessionFolder,
    denied: (path, purpose) =>
      isProtected(path)
        ? "This folder belongs to Toolgate itself, and no tool may work in it."
        : denials.find(path, purpose),
    pinned: () => [...denials.pinned(), ...protectedFolders],
    readHardLinks,
    limits,
  };
}
