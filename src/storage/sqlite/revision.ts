import type Sqlite from "better-sqlite3";

/** Counts the changes to what decides calls, so that a process knows when to read it again. */
export interface Revision {
  read(): number;
  /** Runs `change` and, when it returns `true`, counts it, in one transaction. */
  change(change: () => boolean): boolean;
}

export function createRevision(db: Sqlite.Database, tenant: string): Revision {
  const select = db.prepare<[string], number>("SELECT value FROM revisions WHERE tenant = ?").pluck();
  const bump = db.prepare<[string]>(
    "INSERT INTO revisions(tenant, value) VALUES (?, 1) ON CONFLICT DO UPDATE SET value = value + 1",
  );
  const transaction = db.transaction((change: () => boolean): boolean => {
    const changed = change();
    if (changed) bump.run(tenant);
    return changed;
  });
  return { read: () => select.get(tenant) ?? 0, change: (change) => transaction.immediate(change) };
}
