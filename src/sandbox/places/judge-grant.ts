import { isWithin } from "../../params/posix-path.ts";
import { findProtection } from "../../policy/protected-paths/find-protection.ts";
import { isStartPlace } from "./start-places.ts";

export interface Grant {
  /** Absolute, links followed. */
  readonly resolved: string;
  readonly access: "write" | "read";
  readonly by: "tool" | "operator";
}

export interface GrantGround {
  /** The person's home folder. */
  readonly home: string;
  /** Toolgate's own folders, which nobody may grant. */
  readonly protectedFolders: readonly string[];
  /** Files and folders from which this gateway takes its rules. */
  readonly rules: readonly string[];
  /** Credentials: only the operator may grant them, and only to be read. */
  readonly credentials: readonly string[];
}

/** Why a place cannot be granted to a confined program; `null`: it can. Pure. */
export function judgeGrant({ resolved, access, by }: Grant, ground: GrantGround): string | null {
  const isIn = (folder: string): boolean => isWithin(resolved, folder);
  const holds = (place: string): boolean => isWithin(place, resolved);
  if (OUTSIDE.some(isIn)) return "it leads to devices, processes or services of this machine";
  if (resolved === "/") return "it is the whole disk";
  if (ground.protectedFolders.some((folder) => isIn(folder))) return "it belongs to Toolgate";
  if (access === "read") {
    const isKept = by === "tool" && ground.credentials.some(isIn);
    return isKept ? "it holds keys or passwords, which only a row of `[sandbox]` can grant" : null;
  }
  if (ground.protectedFolders.some(holds)) return "it holds Toolgate's own files";
  if (holds(ground.home)) return "it is, or holds, the home folder";
  if (SHARED.includes(resolved) || SYSTEM.some(isIn)) return "it is a folder of the system";
  if (ground.rules.some(isIn)) return "this gateway takes its rules from it";
  if (ground.credentials.some(isIn)) return "it holds keys or passwords";
  const protection = by === "tool" ? (findProtection(resolved) ?? findStart(resolved, ground.home)) : null;
  return protection === null ? null : `${protection}; only a row of \`[sandbox]\` can grant it`;
}

function findStart(resolved: string, home: string): string | null {
  return isStartPlace(resolved, home) ? "a login, a shell or a desktop starts programs from it" : null;
}

/** Why a workspace root cannot be made writable as a whole; `null`: it can. Pure. */
export function judgeRoot(root: string): string | null {
  if (root === "/") return "it is the whole disk";
  const isSystem = SHARED.includes(root) || [...SYSTEM, ...OUTSIDE].some((folder) => isWithin(root, folder));
  return isSystem ? "it is a folder of the system" : null;
}

/** Sockets in there lead out of any confinement. */
const OUTSIDE: readonly string[] = ["/dev", "/proc", "/sys", "/run", "/var/run"];

/** Not to be written as a whole; single folders in them may be. `/tmp` is private to each program. */
const SHARED: readonly string[] = ["/home", "/opt", "/srv", "/mnt", "/media", "/tmp", "/var", "/var/lib", "/var/tmp"];

const SYSTEM: readonly string[] = ["/bin", "/boot", "/etc", "/lib", "/lib32", "/lib64", "/libx32", "/sbin", "/usr"];
