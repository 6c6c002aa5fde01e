import type { TableSource } from "./fields.ts";
import { addError } from "./issue-log.ts";
import type { IssueLog } from "./issue-log.ts";
import { isTable } from "./toml-document.ts";
import type { TomlPath, TomlTable, TomlValue } from "./toml-document.ts";

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
export function checkSize(root: TomlTable, log: IssueLog): boolean {
  const path = findLarge(root);
  if (path === null) return true;
  const message = `more than ${MAX_ENTRIES} entries in one place`;
  addError(log, "too-many-entries", { path, part: "key" }, message, "A tool definition is a small file.");
  return false;
}

function findLarge(value: TomlValue | undefined): TomlPath | null {
  if (typeof value !== "object" || value instanceof Date) return null;
  const steps = isTable(value) ? Object.keys(value) : [...value.keys()];
  if (steps.length > MAX_ENTRIES) return [];
  for (const step of steps) {
    const found = findLarge((value as TomlTable)[step]);
    if (found !== null) return [step, ...found];
  }
  return null;
}
