import type Sqlite from "better-sqlite3";

/** Counts the changes to what decides calls, so that a process knows when to read it again. */
export interface Revision {
  read(): number;
  /** Runs `change` and, when it returns `true`, counts it, in one transaction. */
  change(change: () => boolean): boolean;
}

export function createRevision(db: Sqlite.Database, tenant: string): Revision {
  const select = db.prepare<[string], number>("SELECT value FROM revisions WHERE tenant = ?").pluck();
  // Stays the same until another connection, of this process or another one, has changed anything at all: cheaper to ask for.
  const version = db.prepare<[], number>("PRAGMA data_version").pluck();
  const bump = db.prepare<[string]>(
    "INSERT INTO revisions(tenant, value) VALUES (?, 1) ON CONFLICT DO UPDATE SET value = value + 1",
  );
  let known: Known | null = null;
  const transaction = db.transaction((change: () => boolean): boolean => {
    const changed = change();
    if (changed) bump.run(tenant);
    return changed;
  });
  return {
    read() {
      const now = version.get();
      // In that order: what is changed in between is found at the next look.
      if (known === null || known.version !== now) known = { version: now, value: select.get(tenant) ?? 0 };
      return known.value;
    },
    change(change) {
      try {
        return transaction.immediate(change);
      } finally {
        // Changes of this very connection are none of another one.
        known = null;
      }
    },
  };
}

interface Known {
  readonly version: number | undefined;
  readonly value: number;
}
