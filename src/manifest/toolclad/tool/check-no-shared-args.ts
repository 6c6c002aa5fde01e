import { addError } from "../../toml/issue-log.ts";
import type { IssueLog } from "../../toml/issue-log.ts";
import type { FileTable } from "../shape.ts";

/** The tools of a session or a browser have arguments of their own; a shared `[args]` would belong to none of them. */
export function checkNoSharedArgs(file: FileTable, kind: "session" | "browser", log: IssueLog): void {
  if (file.args === undefined) return;
  const message = `[args] belongs to no tool here: each command of a ${kind} has its own arguments`;
  const hint = `Move them to [${kind}.commands.NAME.args].`;
  addError(log, "misplaced-key", { path: ["args"], part: "key" }, message, hint);
}
