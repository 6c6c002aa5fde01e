import Database from "better-sqlite3";
import type Sqlite from "better-sqlite3";
import { join } from "node:path";
import { expect, it } from "vitest";
import { inFolder } from "../temporary-store.fixture.ts";
import { migrate } from "./migrations.ts";

const nothing = (): void => undefined;

/** The database as `db` sees it, in which another process finishes its migration right after the first read. */
function overtaken(db: Sqlite.Database, path: string): Sqlite.Database {
  let reads = 0;
  const overtake = (): void => {
    reads += 1;
    if (reads > 1) return;
    const other = new Database(path);
    migrate(other, "the folder", nothing);
    other.close();
  };
  return new Proxy(db, {
    get: (target, key) => {
      const value: unknown = Reflect.get(target, key);
      if (typeof value !== "function") return value;
      return (...args: unknown[]) => {
        const result: unknown = Reflect.apply(value, target, args);
        if (key === "pragma" && !db.inTransaction) overtake();
        return result;
      };
    },
  });
}

it("takes a database that another process makes between two reads for Toolgate's own", () =>
  inFolder((folder) => {
    const path = join(folder, "toolgate.db");
    const db = new Database(path);
    db.pragma("journal_mode = WAL");
    let created = 0;
    migrate(overtaken(db, path), folder, () => (created += 1));
    expect(created).toBe(0);
    expect(db.pragma("user_version", { simple: true })).toBeGreaterThan(0);
    db.close();
  }));
