import { isObject } from "../../model/json.ts";
import type { JsonObject, JsonValue } from "../../model/json.ts";
import type { TableSource } from "../toml/fields.ts";
import { addError } from "../toml/issue-log.ts";
import type { IssueLog } from "../toml/issue-log.ts";
import type { TomlPath, TomlTable, TomlValue } from "../toml/toml-document.ts";

/** Keys of an object that are not read like the others. */
export interface SpecialKeys {
  /** May be `null`, which means the same as leaving them out. */
  readonly nullable?: readonly string[];
  /** Any JSON, to be taken from the object itself; in the table stands `true`, so describe them with `field.any()`. */
  readonly opaque?: readonly string[];
}

/**
 * A JSON object in the form that `readTable` and its fields read: integers as `bigint`. `null`, which those do not know,
 * is reported and left out.
 */
export function toTable(object: JsonObject, path: TomlPath, log: IssueLog, special: SpecialKeys = {}): TableSource {
  const { nullable = [], opaque = [] } = special;
  const table = Object.create(null) as Record<string, TomlValue>;
  for (const [key, member] of Object.entries(object)) {
    if (member === undefined || (member === null && nullable.includes(key))) continue;
    const value = opaque.includes(key) ? true : toTomlValue(member, [...path, key], log);
    if (value !== undefined) table[key] = value;
  }
  return { table, path };
}

/** JSON data as TOML holds it; `undefined` for `null`, which is reported wherever it stands. */
export function toTomlValue(value: JsonValue, path: TomlPath, log: IssueLog): TomlValue | undefined {
  if (value === null) {
    addError(log, "wrong-type", { path, part: "value" }, "`null` is no value here", "Leave the entry out.");
    return undefined;
  }
  if (typeof value === "number") return Number.isInteger(value) ? BigInt(value) : value;
  if (typeof value !== "object") return value;
  if (isObject(value)) return toTable(value, path, log).table satisfies TomlTable;
  return value.flatMap((entry, index) => toTomlValue(entry, [...path, index], log) ?? []);
}
