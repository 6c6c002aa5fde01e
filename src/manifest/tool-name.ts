import { showText } from "../text/show-text.ts";
import { addError } from "./toml/issue-log.ts";
import type { IssueLog } from "./toml/issue-log.ts";
import type { Place } from "./toml/toml-document.ts";

/** What tools and parameters may be called. */
export const NAME: RegExp = /^[A-Za-z0-9][A-Za-z0-9_.-]{0,63}$/;
const RULE = "Use 1 to 64 of A-Z a-z 0-9 _ . -, beginning with a letter or digit.";

/** Whether a tool may be called so: MCP clients and file systems must both be able to carry the name. */
export function matchToolName(name: string): boolean {
  return NAME.test(name);
}

/** Reports a tool's name that cannot be served. */
export function checkToolName(name: string, place: Place, log: IssueLog): void {
  if (matchToolName(name)) return;
  const message = name.trim() === "" ? "`name` is empty" : `\`${showText(name)}\` cannot be the name of a tool`;
  addError(log, "bad-name", place, message, RULE);
}

/** Reports, and tells, whether a parameter may be called so. A leading `_` is kept for what Toolgate fills in itself. */
export function checkParamName(name: string, place: Place, log: IssueLog): boolean {
  if (NAME.test(name)) return true;
  addError(log, "bad-name", place, `\`${showText(name)}\` cannot be the name of a parameter`, RULE);
  return false;
}
