import { canonicalJson } from "../../model/canonical-json.ts";
import type { JsonValue } from "../../model/json.ts";
import type { ConfigData } from "../file/data/config-data.ts";

/** What is followed while Toolgate runs: tables, and keys of tables. */
const FOLLOWED: ReadonlySet<string> = new Set([
  "permissions",
  "policy",
  "cedar",
  "approvals",
  "limits.rules",
  "limits.max_depth",
  "packs.deny_pack",
]);

/** Whether two configurations agree in everything that is read only when Toolgate starts. */
export function isSameAtStart(one: ConfigData, other: ConfigData): boolean {
  return listStartChanges(one, other).length === 0;
}

/** The keys in which they do not, such as `server.port`. */
export function listStartChanges(one: ConfigData, other: ConfigData): readonly string[] {
  const [before, after] = [toStartKeys(one), toStartKeys(other)];
  const keys = [...new Set([...before.keys(), ...after.keys()])].sort();
  return keys.filter((key) => before.get(key) !== after.get(key));
}

function toStartKeys(data: ConfigData): ReadonlyMap<string, string> {
  const tables = Object.entries(data).filter(([table]) => !FOLLOWED.has(table));
  const keys = tables.flatMap(([table, members]) =>
    Object.entries(members as Readonly<Record<string, JsonValue | undefined>>).flatMap(([key, value]) => {
      const name = `${table}.${key}`;
      return value === undefined || FOLLOWED.has(name) ? [] : [[name, canonicalJson(value)] as const];
    }),
  );
  return new Map(keys);
}
