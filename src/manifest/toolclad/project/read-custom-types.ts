import type { JsonValue } from "../../../model/json.ts";
import { checkChoices } from "../../checks/check-choices.ts";
import { checkPattern } from "../../checks/check-pattern.ts";
import type { CustomType } from "../../manifest.ts";
import { showText } from "../../../text/show-text.ts";
import { field, reportType, required } from "../../toml/fields.ts";
import type { Field, TableSource } from "../../toml/fields.ts";
import { addError } from "../../toml/issue-log.ts";
import type { IssueLog } from "../../toml/issue-log.ts";
import { readTable } from "../../toml/table-reader.ts";
import type { TableShape } from "../../toml/table-reader.ts";
import { isTable } from "../../toml/toml-document.ts";
import type { TomlTable } from "../../toml/toml-document.ts";
import { ARG_TYPES, findKeyHome, isArgumentKey, toArgType, toTypeShape } from "../arg-shape.ts";
import { checkBounds } from "../args/check-bounds.ts";
import { checkBase } from "./check-base.ts";

/** `base` of a type; what else a type may set is in `toTypeShape`. */
export const BASE: Field<string> = required(
  field.string(),
  `The built-in type it builds on. Known: ${ARG_TYPES.join(", ")}.`,
);

/** Reads every `[types.NAME]`: a built-in type with some of its constraints set. */
export function readCustomTypes(source: TableSource | undefined, log: IssueLog): ReadonlyMap<string, CustomType> {
  const types = new Map<string, CustomType>();
  for (const [name, table] of Object.entries(source?.table ?? {})) {
    const path = [...(source?.path ?? []), name];
    if (!checkName(name, path, log)) continue;
    if (!isTable(table)) {
      reportType(`a table like { base = "string" }`, table ?? "", path, log);
      continue;
    }
    const type = readType({ table, path }, source?.table ?? {}, log);
    if (type !== null) types.set(name, type);
  }
  return types;
}

function checkName(name: string, path: TableSource["path"], log: IssueLog): boolean {
  const place = { path, part: "key" } as const;
  if (toArgType(name) !== null) {
    const message = `\`${name}\` is a built-in type, which a project cannot change`;
    addError(log, "reserved-name", place, message, "Give the type another name.");
    return false;
  }
  if (/^[A-Za-z][\w-]{0,63}$/.test(name)) return true;
  const hint = "Use 1 to 64 of A-Z a-z 0-9 _ -, beginning with a letter.";
  addError(log, "bad-name", place, `\`${showText(name)}\` cannot be the name of a type`, hint);
  return false;
}

function readType(source: TableSource, all: TomlTable, log: IssueLog): CustomType | null {
  const base = toArgType(source.table["base"]);
  const shape: TableShape = { base: BASE, ...toTypeShape(base) };
  const before = log.found.length;
  const read = readTable(source, shape, log, (key) => {
    if (isArgumentKey(key)) return "is for each argument to say, not for a type";
    return base === null ? null : findKeyHome(key, base);
  });
  const { base: name, ...constraints } = read;
  if (typeof name === "string" && base === null) checkBase(name, source, all, log);
  if (base === null) return null;
  const given = Object.fromEntries(Object.entries(constraints).filter(([, value]) => value !== undefined));
  if (log.found.length === before) checkTogether(given, source, log);
  // Strings, numbers and lists of strings: that is what the fields of constraints read.
  return { base, constraints: given as Readonly<Record<string, JsonValue>> };
}

function checkTogether(constraints: Readonly<Record<string, unknown>>, source: TableSource, log: IssueLog): void {
  const { allowed, pattern } = constraints;
  if (Array.isArray(allowed)) checkChoices(allowed as readonly string[], source, "allowed", log);
  if (typeof pattern === "string") checkPattern(pattern, [...source.path, "pattern"], log);
  const bound = (key: "min" | "max"): number | null => {
    const value = constraints[`${key}_float`] ?? constraints[key];
    return typeof value === "number" ? value : null;
  };
  checkBounds({ min: bound("min"), max: bound("max"), clamp: false }, source, log);
}
