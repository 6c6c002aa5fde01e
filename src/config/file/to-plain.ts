import type { JsonValue } from "../../model/json.ts";
import { isTable } from "../../manifest/toml/toml-document.ts";
import type { TomlValue } from "../../manifest/toml/toml-document.ts";

/** TOML data as JSON data: integers become numbers, dates their text. An integer beyond 2^53 loses its last digits. */
export function toPlain(value: TomlValue | undefined): JsonValue {
  if (value === undefined) return null;
  if (typeof value === "bigint") return Number(value);
  if (value instanceof Date) return value.toISOString();
  if (isTable(value)) return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, toPlain(member)]));
  if (typeof value === "object") return value.map(toPlain);
  return value;
}
