import { setTimeout as sleep } from "node:timers/promises";
import Database from "better-sqlite3";
import type Sqlite from "better-sqlite3";
import type { StoreOptions } from "./store.ts";

/** How long one process waits for another's transaction, in milliseconds. */
const BUSY_TIMEOUT_MS = 5000;

/**
 * Opens the database and runs `prepare` on it. Switching to the write-ahead log and its recovery after a crash can be
 * refused at once while another process does the same, so that is tried again for a few seconds.
 */
export async function openDatabase(
  path: string,
  durability: StoreOptions["durability"],
  prepare: (db: Sqlite.Database) => void,
): Promise<Sqlite.Database> {
  const deadline = Date.now() + BUSY_TIMEOUT_MS;
  for (;;) {
    const db = new Database(path, { timeout: BUSY_TIMEOUT_MS, fileMustExist: true });
    try {
      configure(db, durability);
      prepare(db);
      return db;
    } catch (error) {
      db.close();
      const isBusy = String((error as NodeJS.ErrnoException).code).startsWith("SQLITE_BUSY");
      if (!isBusy || Date.now() > deadline) throw error;
      await sleep(5 + Math.random() * 20);
    }
  }
}

/** A connection that sees one moment of the database, for long reads beside the writer. */
export function openReader(path: string): Sqlite.Database {
  const db = new Database(path, { readonly: true, timeout: BUSY_TIMEOUT_MS, fileMustExist: true });
  db.pragma("trusted_schema = OFF");
  return db;
}

function configure(db: Sqlite.Database, durability: StoreOptions["durability"]): void {
  // Functions that a tampered schema might call are off.
  db.pragma("trusted_schema = OFF");
  db.pragma("journal_mode = WAL");
  db.pragma(`synchronous = ${durability === "fsync" ? "FULL" : "NORMAL"}`);
  db.pragma("foreign_keys = ON");
  // Checkpointing waits for the disk: half as often as by default, and a log that once grew is cut back.
  db.pragma("wal_autocheckpoint = 2000");
  db.pragma("journal_size_limit = 67108864");
}
