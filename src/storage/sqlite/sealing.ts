import type Sqlite from "better-sqlite3";
import { SealedWithOtherKey } from "../keys/sealed-with-other-key.ts";
import type { SealedEnvironment, SealedRow, SealingRepository, StoredScrubValue } from "../repositories.ts";
import { promised } from "./promised.ts";
import type { Revision } from "./revision.ts";
import { SCRUB_VALUE_COLUMNS } from "./scrub-values.ts";
import { fromSecretRow, SECRET_COLUMNS } from "./secrets.ts";
import type { SecretRow } from "./secrets.ts";
import { fromToolRow, TOOL_COLUMNS } from "./tools.ts";
import type { ToolRow } from "./tools.ts";

/** Called in the transaction that writes a sealed value: a value sealed with a key that is going away must not get in. */
export type ClaimKey = (sealed: string) => void;

/** The key is of the whole folder, so all tenants are looked at. */
export function createSealing(db: Sqlite.Database, revision: Revision): SealingRepository {
  const { read, write } = createKeyRow(db);
  const inUse = db
    .prepare<[], number>(
      "SELECT EXISTS (SELECT 1 FROM tools WHERE environment IS NOT NULL) OR EXISTS (SELECT 1 FROM secrets) OR EXISTS (SELECT 1 FROM scrub_values)",
    )
    .pluck();
  const isInUse = (): boolean => inUse.get() === 1;
  const rows = createRowTable(db);
  return {
    keyId: () => promised(read),
    isInUse: () => promised(isInUse),
    adopt: (keyId, seen) =>
      promised(() =>
        revision.change(() => {
          if (read() !== seen || (seen !== null && isInUse())) return false;
          write(keyId);
          return true;
        }),
      ),
    replaceAll: (change) =>
      promised(() =>
        durably(db, () =>
          revision.change(() => {
            const all = rows.list();
            const changed = change(all, read());
            if (changed === null) return false;
            for (const [at, row] of all.entries()) rows.write(row, changed.sealed[at] ?? "");
            write(changed.keyId);
            return true;
          }),
        ),
      ),
  };
}

/** The first value that is ever sealed says which key is in use; every later one must have been sealed with it. */
export function createKeyClaim(db: Sqlite.Database): ClaimKey {
  const { read, write } = createKeyRow(db);
  return (sealed) => {
    const given = /^toolgate-sealed-1\.([0-9a-f]{16})\./.exec(sealed)?.[1];
    // What is no envelope opens with no key.
    if (given === undefined) return;
    const known = read();
    if (known === null) write(given);
    else if (known !== given) throw new SealedWithOtherKey();
  };
}

function createKeyRow(db: Sqlite.Database): {
  readonly read: () => string | null;
  readonly write: (keyId: string) => void;
} {
  const select = db.prepare<[], string>("SELECT key_id FROM sealing_key").pluck();
  const put = db.prepare<[string]>(
    "INSERT INTO sealing_key(one, key_id) VALUES (1, ?) ON CONFLICT DO UPDATE SET key_id = excluded.key_id",
  );
  return { read: () => select.get() ?? null, write: (keyId) => void put.run(keyId) };
}

function createRowTable(db: Sqlite.Database): {
  readonly list: () => readonly SealedRow[];
  readonly write: (row: SealedRow, sealed: string) => void;
} {
  const tools = db.prepare<[], ToolRow & { tenant: string }>(
    `SELECT tenant, ${TOOL_COLUMNS} FROM tools WHERE environment IS NOT NULL ORDER BY tenant, id`,
  );
  const secrets = db.prepare<[], SecretRow & { tenant: string }>(
    `SELECT tenant, ${SECRET_COLUMNS} FROM secrets ORDER BY tenant, id`,
  );
  const scrubValues = db.prepare<[], StoredScrubValue & { tenant: string }>(
    `SELECT tenant, ${SCRUB_VALUE_COLUMNS} FROM scrub_values ORDER BY tenant, id`,
  );
  const putTool = db.prepare<[string, string, string]>("UPDATE tools SET environment = ? WHERE tenant = ? AND id = ?");
  const putSecret = db.prepare<[string, string, string]>("UPDATE secrets SET sealed = ? WHERE tenant = ? AND id = ?");
  const putScrubValue = db.prepare<[string, string, string]>(
    "UPDATE scrub_values SET sealed = ? WHERE tenant = ? AND id = ?",
  );
  return {
    list: () => [
      ...tools.all().flatMap(({ tenant, ...row }): SealedRow[] => {
        const tool = fromToolRow(row);
        return tool.environment === null ? [] : [{ kind: "tool", tenant, tool, environment: tool.environment }];
      }),
      ...secrets.all().map(({ tenant, ...row }) => ({ kind: "secret", tenant, secret: fromSecretRow(row) }) as const),
      ...scrubValues.all().map(({ tenant, ...value }) => ({ kind: "scrub-value", tenant, value }) as const),
    ],
    write(row, sealed) {
      if (row.kind === "secret") putSecret.run(sealed, row.tenant, row.secret.id);
      else if (row.kind === "scrub-value") putScrubValue.run(sealed, row.tenant, row.value.id);
      else {
        const environment: SealedEnvironment = { ...row.environment, sealed };
        putTool.run(JSON.stringify(environment), row.tenant, row.tool.id);
      }
    },
  };
}

/** A key is thrown away after this, so not even a power failure may bring back what was sealed with it. */
function durably<T>(db: Sqlite.Database, work: () => T): T {
  const before = Number(db.pragma("synchronous", { simple: true }));
  db.pragma("synchronous = FULL");
  try {
    return work();
  } finally {
    db.pragma(`synchronous = ${before}`);
  }
}
