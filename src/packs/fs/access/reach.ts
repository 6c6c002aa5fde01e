import { HandlerError } from "../../../model/handler.ts";
import { isWithin } from "../../../params/posix-path.ts";
import { showText } from "../../../text/show-text.ts";
import type { FileLimits } from "./limits.ts";

/** `write` covers creating, changing, renaming and deleting. */
export type Purpose = "read" | "write";

/** What one call may touch. Every function of this folder takes it first and asks it before each open. */
export interface Reach {
  /** Workspace roots and the session's folder: absolute, links followed. */
  readonly folders: readonly string[];
  /** Where relative paths start; results name files relative to it. */
  readonly base: string;
  readonly sessionFolder: string | null;
  /** Why a path is kept from tools, or `null`. Answers from the name alone: the same for what does not exist. */
  denied(path: string, purpose: Purpose): string | null;
  /** Files and folders that `denied` names by their absolute path, so that no folder above them is moved or deleted. */
  pinned(): readonly string[];
  /** Reads files with several names, although one of the names may lie outside. @default false */
  readonly readHardLinks: boolean;
  readonly limits: FileLimits;
}

/** Asks for permission by name. @throws HandlerError `outside` or `denied` */
export function admit(reach: Reach, path: string, purpose: Purpose): void {
  const isPlain = path.startsWith("/") && !path.split("/").some((part) => part === "." || part === "..");
  const isInside = isPlain && !path.includes("\0") && reach.folders.some((folder) => isWithin(path, folder));
  if (!isInside) {
    throw new HandlerError("outside", `expected a path inside the workspace, got ${showPath(reach, path)}`, {
      hint: "stay within the workspace roots",
    });
  }
  const reason = reach.denied(path, purpose);
  if (reason !== null) throw new HandlerError("denied", reason);
}

/** Sees everything: for looking through a folder before all of it goes away. What it lists is never shown. */
export function withoutDenials(reach: Reach): Reach {
  return { ...reach, denied: () => null };
}

/** A path as a model writes it: relative to the first root, or below `$SESSION_DIR`, or absolute; controls escaped. */
export function toShownPath({ base, sessionFolder }: Pick<Reach, "base" | "sessionFolder">, path: string): string {
  return showText(shorten(base, sessionFolder, path), 4096);
}

/** The same between quotes, for messages. */
export function showPath(reach: Pick<Reach, "base" | "sessionFolder">, path: string): string {
  return `'${showText(shorten(reach.base, reach.sessionFolder, path), 300)}'`;
}

function shorten(base: string, sessionFolder: string | null, path: string): string {
  if (path === base) return ".";
  if (isWithin(path, base)) return path.slice(base === "/" ? 1 : base.length + 1);
  if (sessionFolder === null || !isWithin(path, sessionFolder)) return path;
  return `$SESSION_DIR${path.slice(sessionFolder.length)}`;
}
