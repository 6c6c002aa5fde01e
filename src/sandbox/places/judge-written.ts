import { resolvePath } from "../../params/posix-path.ts";
import { judgeGrant } from "./judge-grant.ts";
import type { Grant } from "./judge-grant.ts";

export interface WrittenGrant extends Pick<Grant, "access" | "by"> {
  /** As it stands in a file. */
  readonly text: string;
}

/**
 * Why a place can be granted nowhere, whoever's home and workspace it is about; `null`: a call has to be looked at. Pure,
 * and never stricter than a call is about a place without links.
 */
export function judgeWritten({ text, access, by }: WrittenGrant): string | null {
  if (text === "$SESSION_DIR" || text.startsWith("$SESSION_DIR/")) return null;
  const isHome = text === "~" || text.startsWith("~/");
  const resolved = isHome ? resolvePath(HOME, `.${text.slice(1)}`) : resolvePath(WORKSPACE, text);
  return judgeGrant({ resolved, access, by }, { home: HOME, protectedFolders: [], rules: [], credentials: [] });
}

/** Stand-ins, in which nothing has a meaning of its own. */
const HOME = "/home/-";
const WORKSPACE = "/srv/-/-";
