import type Sqlite from "better-sqlite3";
import type { Role } from "../../model/caller.ts";
import type { StoredToken, TokenRepository } from "../repositories.ts";
import { createKnownRows } from "./known-rows.ts";
import { promised, requireTenant } from "./promised.ts";
import type { Revision } from "./revision.ts";

type Row = Omit<StoredToken, "roles"> & { readonly roles: string };

const COLUMNS = `id, tenant, principal, agent, roles, created_at AS "createdAt", expires_at AS "expiresAt",
  revoked_at AS "revokedAt", provider`;

export function createTokens(db: Sqlite.Database, tenant: string, revision: Revision): TokenRepository {
  const insert = db.prepare<(string | null)[]>(
    `INSERT INTO tokens(tenant, id, hash, principal, agent, roles, created_at, expires_at, revoked_at,
       provider) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const find = db.prepare<[string, string], Row>(`SELECT ${COLUMNS} FROM tokens WHERE tenant = ? AND hash = ?`);
  const list = db.prepare<[string], Row>(`SELECT ${COLUMNS} FROM tokens WHERE tenant = ? ORDER BY created_at, id`);
  const revoke = db.prepare<[string, string, string]>(
    "UPDATE tokens SET revoked_at = ? WHERE tenant = ? AND id = ? AND revoked_at IS NULL",
  );
  const known = createKnownRows((hash: string) => {
    const row = find.get(tenant, hash);
    return row === undefined ? null : fromRow(row);
  });
  const revoked = db
    .prepare<[string], string>("SELECT id FROM tokens WHERE tenant = ? AND revoked_at IS NOT NULL")
    .pluck();
  return {
    create: (token, hash) =>
      promised(() => {
        requireTenant(tenant, token.tenant);
        const { id, principal, agent, createdAt, expiresAt, revokedAt, provider } = token;
        const roles = JSON.stringify(token.roles);
        const values = [tenant, id, hash, principal, agent, roles, createdAt, expiresAt, revokedAt, provider];
        revision.change(() => insert.run(...values).changes === 1);
      }),
    findByHash: (hash) => promised(() => known.of(revision.read(), hash)),
    list: () => promised(() => list.all(tenant).map(fromRow)),
    revoke: (id, at) => promised(() => revision.change(() => revoke.run(at, tenant, id).changes === 1)),
    listRevoked: () => promised(() => revoked.all(tenant)),
  };
}

function fromRow(row: Row): StoredToken {
  return { ...row, roles: JSON.parse(row.roles) as Role[] };
}
