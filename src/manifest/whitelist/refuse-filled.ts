import { addError } from "../toml/issue-log.ts";
import type { IssueLog } from "../toml/issue-log.ts";
import type { ToolTable } from "./shape.ts";

/**
 * Reports keys that mean nothing in this kind of tool. An empty list does no harm, and neither does the default of
 * `args_mode`: programs that write these files list every key.
 */
export function refuseFilled(read: ToolTable, keys: readonly (keyof ToolTable)[], where: string, log: IssueLog): void {
  for (const key of keys) {
    const value = read[key];
    if (value === undefined || isEmpty(value) || (key === "args_mode" && value === "template")) continue;
    addError(log, "misplaced-key", { path: [key], part: "key" }, `\`${key}\` does not belong to ${where}`);
  }
}

function isEmpty(value: unknown): boolean {
  if (Array.isArray(value)) return value.length === 0;
  if (typeof value !== "object" || value === null || !("table" in value)) return false;
  return Object.keys(value.table as object).length === 0;
}
