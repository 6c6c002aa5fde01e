import type { JsonValue } from "../../model/json.ts";
import { addError } from "./issue-log.ts";
import type { IssueLog } from "./issue-log.ts";
import { isTable } from "./toml-document.ts";
import type { TomlPath, TomlValue } from "./toml-document.ts";

/** TOML data as JSON. What JSON cannot hold exactly (dates, infinities, integers beyond 2^53) is reported. */
export function toJson(value: TomlValue, path: TomlPath, log: IssueLog): JsonValue {
  if (typeof value === "string" || typeof value === "boolean") return value;
  if (typeof value === "number" || typeof value === "bigint") return toNumber(Number(value), path, log);
  if (value instanceof Date) return refuse("a date or time; write it as a string", path, log);
  if (!isTable(value)) return value.map((entry, index) => toJson(entry, [...path, index], log));
  const entries = Object.entries(value).map(
    ([key, member]) => [key, toJson(member ?? "", [...path, key], log)] as const,
  );
  return Object.fromEntries(entries);
}

function toNumber(value: number, path: TomlPath, log: IssueLog): JsonValue {
  if (!Number.isFinite(value)) return refuse("an infinite number", path, log);
  if (Number.isInteger(value) && !Number.isSafeInteger(value)) return refuse("an integer beyond 2^53", path, log);
  return value;
}

function refuse(what: string, path: TomlPath, log: IssueLog): null {
  addError(log, "not-json", { path, part: "value" }, `JSON cannot hold ${what}`);
  return null;
}
