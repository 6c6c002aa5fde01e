import path from "node:path";
import { resolvePath } from "../../facts/resolve-path.ts";
import type { Redirect } from "../../model/backend.ts";
import { Refused } from "../../model/errors.ts";
import type { PlannedPath } from "../../model/plan.ts";
import { isWithin } from "../../params/posix-path.ts";
import type { Gate } from "../gate.ts";
import type { ScriptCall } from "./plan-script.ts";

interface PlannedRedirect {
  readonly redirect: Redirect;
  /** `null` for a redirect that names no file. */
  readonly path: PlannedPath | null;
}

/** The file of an author-written redirect, with every link followed: it must lie in the workspace or the session. */
export function planRedirect(
  redirect: Redirect,
  { session, workingFolder }: Pick<ScriptCall, "session" | "workingFolder">,
  gate: Gate,
): PlannedRedirect {
  if (redirect.mode === "join" || redirect.file === "/dev/null") return { redirect, path: null };
  const candidate = path.resolve(workingFolder.resolved, redirect.file);
  const { resolved, kind } = resolvePath(candidate);
  const roots = [...gate.config.workspaceRoots, session.folder];
  const isOwn =
    gate.protectedFolders.some((folder) => isWithin(resolved, folder)) && !isWithin(resolved, session.folder);
  if (isOwn || !roots.some((root) => isWithin(resolved, root))) throw outside(redirect.file, resolved);
  if (kind === "folder" || kind === "other") throw notAFile(redirect.file);
  return { redirect: { ...redirect, file: resolved }, path: { param: "", candidate, resolved } };
}

function outside(file: string, resolved: string): Refused {
  const message = `the redirect to ${JSON.stringify(file)} leads to ${JSON.stringify(resolved)}, outside the workspace`;
  return new Refused("validate", "INVALID_ARGUMENTS", message, { hint: "redirect to a file in the workspace" });
}

function notAFile(file: string): Refused {
  const message = `the redirect to ${JSON.stringify(file)} is not to a file`;
  return new Refused("validate", "INVALID_ARGUMENTS", message, { hint: "redirect to a regular file" });
}
