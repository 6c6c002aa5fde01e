import type { ArgNode } from "../../model/arg-node.ts";
import { reportType } from "../toml/fields.ts";
import { addError } from "../toml/issue-log.ts";
import type { IssueLog } from "../toml/issue-log.ts";
import type { TomlPath, TomlValue } from "../toml/toml-document.ts";
import { readParts } from "./read-parts.ts";

const PATH: TomlPath = ["args"];

/**
 * Reads `args`. An entry is one argument; it is left out when an optional parameter in it is absent. An entry that is
 * itself a list is a group, left out as a whole: `["--width", "{{width}}"]` also drops the option.
 */
export function readArgs(
  value: TomlValue | undefined,
  declared: ReadonlySet<string>,
  log: IssueLog,
): readonly ArgNode[] {
  if (value === undefined) return [];
  if (!Array.isArray(value)) {
    reportType("a list of strings", value, PATH, log);
    return [];
  }
  return (value as readonly TomlValue[]).flatMap((entry, index) => {
    const path = [...PATH, index];
    return Array.isArray(entry) ? readGroup(entry, path, declared, log) : readArg(entry, path, declared, log);
  });
}

function readGroup(
  entries: readonly TomlValue[],
  path: TomlPath,
  declared: ReadonlySet<string>,
  log: IssueLog,
): readonly ArgNode[] {
  if (entries.length === 0) addError(log, "empty-list", { path, part: "value" }, "this group is empty", "Delete it.");
  return [{ kind: "group", args: entries.flatMap((entry, index) => readArg(entry, [...path, index], declared, log)) }];
}

function readArg(value: TomlValue, path: TomlPath, declared: ReadonlySet<string>, log: IssueLog): readonly ArgNode[] {
  if (typeof value !== "string") {
    const expected = path.length === 2 ? "a string, or a list of strings for a group" : "a string";
    reportType(expected, value, path, log);
    return [];
  }
  const parts = readParts(value, path, declared, log);
  return parts === null ? [] : [{ kind: "arg", parts }];
}
