import type Sqlite from "better-sqlite3";
import type { ScrubValueRepository, StoredScrubValue } from "../repositories.ts";
import { promised } from "./promised.ts";
import type { Revision } from "./revision.ts";
import type { ClaimKey } from "./sealing.ts";

export const SCRUB_VALUE_COLUMNS = `id, length, note, sealed, created_at AS "createdAt", created_by AS "createdBy"`;

export function createScrubValues(
  db: Sqlite.Database,
  tenant: string,
  revision: Revision,
  claimKey: ClaimKey,
): ScrubValueRepository {
  const list = db.prepare<[string], StoredScrubValue>(
    `SELECT ${SCRUB_VALUE_COLUMNS} FROM scrub_values WHERE tenant = ? ORDER BY created_at, id`,
  );
  const insert = db.prepare<(string | number | null)[]>(
    `INSERT INTO scrub_values(tenant, id, length, note, sealed, created_at, created_by) VALUES (?, ?, ?, ?, ?, ?, ?)`,
  );
  const remove = db.prepare<[string, string]>("DELETE FROM scrub_values WHERE tenant = ? AND id = ?");
  return {
    list: () => promised(() => list.all(tenant)),
    add: ({ id, length, note, sealed, createdAt, createdBy }) =>
      promised(() => {
        revision.change(() => {
          claimKey(sealed);
          return insert.run(tenant, id, length, note, sealed, createdAt, createdBy).changes === 1;
        });
      }),
    remove: (id) => promised(() => revision.change(() => remove.run(tenant, id).changes === 1)),
  };
}
