import type Sqlite from "better-sqlite3";
import type { SecretRepository, StoredBinding, StoredSecret } from "../repositories.ts";
import { promised } from "./promised.ts";
import type { Revision } from "./revision.ts";
import type { ClaimKey } from "./sealing.ts";

export interface SecretRow extends Pick<
  StoredSecret,
  "id" | "name" | "sealed" | "version" | "createdAt" | "createdBy" | "updatedAt"
> {
  readonly workspace: string;
  readonly hasValue: number;
  readonly bindings: string;
}

type Values = (string | number)[];

export const SECRET_COLUMNS = `id, name, workspace, has_value AS "hasValue", bindings, sealed, version,
  created_at AS "createdAt", created_by AS "createdBy", updated_at AS "updatedAt"`;

export function createSecrets(
  db: Sqlite.Database,
  tenant: string,
  revision: Revision,
  claimKey: ClaimKey,
): SecretRepository {
  // Of one name the workspace's own comes first: `''` sorts before every path.
  const list = db.prepare<[string, string], SecretRow>(
    `SELECT ${SECRET_COLUMNS} FROM secrets WHERE tenant = ? AND workspace IN ('', ?) ORDER BY name, workspace DESC`,
  );
  const find = db.prepare<[string, string, string], SecretRow>(
    `SELECT ${SECRET_COLUMNS} FROM secrets WHERE tenant = ? AND name = ? AND workspace IN ('', ?) ORDER BY workspace DESC`,
  );
  const insert = db.prepare<Values>(
    `INSERT INTO secrets(tenant, id, name, workspace, has_value, bindings, sealed, version, created_at, created_by,
       updated_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`,
  );
  const update = db.prepare<Values>(
    `UPDATE secrets SET has_value = ?, bindings = ?, sealed = ?, version = ?, updated_at = ?
     WHERE tenant = ? AND id = ? AND version = ?`,
  );
  const remove = db.prepare<[string, string]>("DELETE FROM secrets WHERE tenant = ? AND id = ?");
  return {
    list: (workspace) => promised(() => list.all(tenant, workspace).map(fromSecretRow)),
    find: (name, workspace) => promised(() => find.all(tenant, name, workspace).map(fromSecretRow)),
    create: (secret) =>
      promised(() =>
        revision.change(() => {
          claimKey(secret.sealed);
          const { id, name, workspace, createdAt, createdBy, updatedAt } = secret;
          const [hasValue, bindings, sealed, version] = toValues(secret);
          const values = [tenant, id, name, workspace ?? "", hasValue, bindings, sealed, version];
          return insert.run(...values, createdAt, createdBy, updatedAt).changes === 1;
        }),
      ),
    update: (secret) =>
      promised(() =>
        revision.change(() => {
          claimKey(secret.sealed);
          const { id, updatedAt, version } = secret;
          return update.run(...toValues(secret), updatedAt, tenant, id, version - 1).changes === 1;
        }),
      ),
    remove: (id) => promised(() => revision.change(() => remove.run(tenant, id).changes === 1)),
  };
}

function toValues({ hasValue, bindings, sealed, version }: StoredSecret): readonly [number, string, string, number] {
  return [hasValue ? 1 : 0, JSON.stringify(bindings), sealed, version];
}

export function fromSecretRow({ workspace, hasValue, bindings, ...row }: SecretRow): StoredSecret {
  return {
    ...row,
    workspace: workspace === "" ? null : workspace,
    hasValue: hasValue === 1,
    bindings: JSON.parse(bindings) as readonly StoredBinding[],
  };
}
