import path from "node:path";
import type { PathLook } from "../../facts/resolve-path.ts";
import type { ResolvedCall } from "../../model/call.ts";
import { Refused } from "../../model/errors.ts";
import type { PlannedPath } from "../../model/plan.ts";
import { expandSessionFolder, isWithin } from "../../params/posix-path.ts";
import type { Gate } from "../gate.ts";

/**
 * Where the program will stand; `null` for a tool that starts none. An author may name any folder absolutely; a relative
 * one, and `$SESSION_DIR`, must still lie where they belong once links are followed.
 */
export function locateFolder({ tool, session }: ResolvedCall, look: PathLook, { config }: Gate): PlannedPath | null {
  if (tool.backend.kind === "shell") return locateSessionFolder(session.cwd ?? null, look, config.workspace);
  if (tool.backend.kind !== "command" && tool.backend.kind !== "script") return null;
  const written = tool.backend.cwd;
  // The workspace was real when it was opened; that it still is, is looked at right before the program starts.
  if (written === null) return { candidate: config.workspace, param: "", resolved: config.workspace };
  const expanded = expandSessionFolder(written, session.folder);
  const candidate = path.resolve(config.workspace, expanded);
  const fact = look(candidate);
  if (fact.kind !== "folder") throw missing(candidate);
  const anchors = expanded === written ? [config.workspace, ...config.workspaceRoots] : [session.folder];
  const isMoved = !written.startsWith("/") && !anchors.some((anchor) => isWithin(fact.resolved, anchor));
  if (isMoved) throw moved(candidate, fact.resolved);
  return { param: "", candidate, resolved: fact.resolved };
}

/** A folder that was removed meanwhile must not keep the session from working at all. */
function locateSessionFolder(cwd: string | null, look: PathLook, workspace: string): PlannedPath {
  const candidate = cwd !== null && look(cwd).kind === "folder" ? cwd : workspace;
  return { param: "", candidate, resolved: look(candidate).resolved };
}

function missing(candidate: string): Refused {
  const message = `the working folder ${JSON.stringify(candidate)} is not an existing folder`;
  return new Refused("validate", "WORKING_FOLDER_MISSING", message, { hint: "create it, or change the tool's `cwd`" });
}

function moved(candidate: string, resolved: string): Refused {
  const message = `the working folder ${JSON.stringify(candidate)} is a link that leads out, to ${JSON.stringify(resolved)}`;
  const hint = "write the folder absolutely in the tool's `cwd` if it is meant";
  return new Refused("validate", "WORKING_FOLDER_MISSING", message, { hint });
}
