import type { TableSource } from "./fields.ts";
import { addError } from "./issue-log.ts";
import type { IssueLog } from "./issue-log.ts";
import { isTable } from "./toml-document.ts";
import type { TomlPath, TomlValue } from "./toml-document.ts";

/** No list or table of a tool has more entries. Checks compare entries with each other, so this bounds their work. */
const MAX_ENTRIES = 1000;

/** More parameters than this no caller can fill in sensibly; each may cost the compilation of a pattern. */
const MAX_PARAMS = 100;

/** Reports too many parameters, and tells whether they are few enough to be checked. */
export function checkParamCount({ table, path }: TableSource, log: IssueLog): boolean {
  const { length } = Object.keys(table);
  if (length <= MAX_PARAMS) return true;
  const message = `${length} parameters are declared; at most ${MAX_PARAMS} are read`;
  addError(log, "too-many-entries", { path, part: "key" }, message, "Make several tools of it.");
  return false;
}

/** Reports the first list or table with too many entries, and tells whether all are small enough to be checked. */
export function checkSize(value: TomlValue, path: TomlPath, log: IssueLog): boolean {
  if (typeof value !== "object" || value instanceof Date) return true;
  const entries = isTable(value) ? Object.entries(value) : [...value.entries()];
  if (entries.length > MAX_ENTRIES) {
    const message = `${entries.length} entries in one place; at most ${MAX_ENTRIES} are read`;
    addError(log, "too-many-entries", { path, part: "key" }, message, "A tool definition is a small file.");
    return false;
  }
  return entries.every(([step, member]) => member === undefined || checkSize(member, [...path, step], log));
}
