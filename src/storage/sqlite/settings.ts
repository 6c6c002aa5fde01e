import type Sqlite from "better-sqlite3";
import type { SettingRepository } from "../repositories.ts";
import { promised } from "./promised.ts";
import type { Revision } from "./revision.ts";

export function createSettings(db: Sqlite.Database, tenant: string, revision: Revision): SettingRepository {
  const get = db.prepare<[string, string], string>("SELECT value FROM settings WHERE tenant = ? AND key = ?").pluck();
  const set = db.prepare<[string, string, string]>(
    "INSERT INTO settings(tenant, key, value) VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET value = excluded.value",
  );
  const remove = db.prepare<[string, string]>("DELETE FROM settings WHERE tenant = ? AND key = ?");
  const list = db.prepare<[string, string, string], { key: string; value: string }>(
    "SELECT key, value FROM settings WHERE tenant = ? AND substr(key, 1, length(?)) = ? ORDER BY key",
  );
  return {
    get: (key) => promised(() => get.get(tenant, key) ?? null),
    set: (key, value) =>
      promised(() => {
        revision.change(() => (value === null ? remove.run(tenant, key) : set.run(tenant, key, value)).changes === 1);
      }),
    list: (prefix) => promised(() => list.all(tenant, prefix, prefix)),
  };
}
