import { showText } from "../../text/show-text.ts";
import { addError } from "../toml/issue-log.ts";
import type { IssueLog } from "../toml/issue-log.ts";
import type { Place } from "../toml/toml-document.ts";

/**
 * Checks an author-written folder (`cwd`, `allowed_prefix`): absolute, relative to the workspace, or beginning with
 * `$SESSION_DIR`. Nothing else is expanded, so what looks like an expansion is an error rather than an odd file name.
 */
export function checkFolder(folder: string, key: string, place: Place, log: IssueLog): boolean {
  const rest = folder.replace(/^\$SESSION_DIR(?=\/|$)/, "");
  const problem = findProblem(folder, rest);
  if (problem === null) return true;
  addError(log, "bad-folder", place, `\`${key}\` "${showText(folder)}" ${problem}`, HINT);
  return false;
}

const HINT =
  "Write an absolute folder, one relative to the workspace, or `$SESSION_DIR` with or without a path after it.";

function findProblem(folder: string, rest: string): string | null {
  if (folder === "") return "is empty";
  if (rest.includes("\u0000")) return "holds a NUL character";
  if (rest.includes("$")) return "holds a `$` that nothing expands; only `$SESSION_DIR` at the start is expanded";
  if (/^~(?:\/|$)/.test(rest)) return "begins with `~`, which is not expanded";
  if (rest.includes("{{")) return "holds a placeholder; folders are written by the author alone";
  if (rest.split("/").includes("..")) return "holds `..`; write the folder it leads to";
  return null;
}
