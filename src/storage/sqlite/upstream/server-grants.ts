import type Sqlite from "better-sqlite3";
import type { ServerGrantRepository, ServerOverrides, StoredServerGrant } from "../../upstream-repositories.ts";
import { promised } from "../promised.ts";
import type { Revision } from "../revision.ts";

interface GrantRow {
  readonly id: string;
  readonly server: string;
  readonly workspace: string;
  readonly kind: "agent" | "user";
  readonly subject: string;
  readonly enabled: 0 | 1;
  readonly toolAllow: string;
  readonly toolDeny: string;
  readonly overrides: string;
  readonly expiresAt: string | null;
  readonly request: string | null;
  readonly grantedBy: string;
  readonly createdAt: string;
  readonly updatedAt: string;
}

const COLUMNS = `id, server, workspace, subject_kind AS kind, subject, enabled, tool_allow AS "toolAllow",
  tool_deny AS "toolDeny", config_overrides AS overrides, expires_at AS "expiresAt", request,
  granted_by AS "grantedBy", created_at AS "createdAt", updated_at AS "updatedAt"`;

const INSERT = `INSERT INTO mcp_grants(tenant, id, server, workspace, subject_kind, subject, enabled, tool_allow,
    tool_deny, config_overrides, expires_at, request, granted_by, created_at, updated_at)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
  ON CONFLICT (tenant, workspace, server, subject_kind, subject) DO UPDATE SET enabled = excluded.enabled,
    tool_allow = excluded.tool_allow, expires_at = excluded.expires_at, request = excluded.request,
    granted_by = excluded.granted_by, updated_at = excluded.updated_at`;

export function createServerGrants(db: Sqlite.Database, tenant: string, revision: Revision): ServerGrantRepository {
  const list = db.prepare<[string, string], GrantRow>(
    `SELECT ${COLUMNS} FROM mcp_grants WHERE tenant = ? AND workspace IN ('', ?)
     ORDER BY server, subject_kind, subject, workspace`,
  );
  const put = db.prepare<(string | number | null)[], GrantRow>(
    `${INSERT}, tool_deny = excluded.tool_deny, config_overrides = excluded.config_overrides RETURNING ${COLUMNS}`,
  );
  const remove = db.prepare<[string, string]>("DELETE FROM mcp_grants WHERE tenant = ? AND id = ?");
  return {
    list: (workspace) => promised(() => list.all(tenant, workspace).map(fromRow)),
    put: (grant) =>
      promised(() => {
        let row: GrantRow | undefined;
        revision.change(() => {
          row = put.get(tenant, ...toValues(grant));
          return true;
        });
        if (row === undefined) throw new Error("the database gave back no grant");
        return fromRow(row);
      }),
    remove: (id) => promised(() => revision.change(() => remove.run(tenant, id).changes === 1)),
  };
}

/** Writes what a review grants, inside whatever transaction is open: what an earlier grant denies stays denied. */
export function createGrantWriter(db: Sqlite.Database, tenant: string): (grant: StoredServerGrant) => void {
  const insert = db.prepare<(string | number | null)[]>(INSERT);
  return (grant) => {
    insert.run(tenant, ...toValues(grant));
  };
}

function toValues(grant: StoredServerGrant): (string | number | null)[] {
  const { id, server, workspace, subject, enabled, expiresAt, request, grantedBy } = grant;
  return [
    id,
    server,
    workspace ?? "",
    subject.kind,
    subject.name,
    enabled ? 1 : 0,
    JSON.stringify(grant.toolAllow),
    JSON.stringify(grant.toolDeny),
    JSON.stringify(grant.overrides),
    expiresAt === null ? null : new Date(expiresAt).toISOString(),
    request,
    grantedBy,
    new Date(grant.createdAt).toISOString(),
    new Date(grant.updatedAt).toISOString(),
  ];
}

function fromRow({ workspace, kind, subject, enabled, ...row }: GrantRow): StoredServerGrant {
  return {
    ...row,
    workspace: workspace === "" ? null : workspace,
    subject: { kind, name: subject },
    enabled: enabled === 1,
    toolAllow: JSON.parse(row.toolAllow) as readonly string[],
    toolDeny: JSON.parse(row.toolDeny) as readonly string[],
    overrides: JSON.parse(row.overrides) as ServerOverrides,
  };
}
