import type Sqlite from "better-sqlite3";
import { isDead, renderIdentity, type ProcessIdentity } from "../process-identity.ts";
import type { SessionRepository, StoredSession } from "../repositories.ts";
import { promised } from "./promised.ts";
import type { Revision } from "./revision.ts";

const COLUMNS = `id, principal, agent, kind, folder, workspace, created_at AS "createdAt", last_used_at AS "lastUsedAt"`;

/**
 * A connection's session belongs to the process `own` that created it, and is over when that process is gone. The tools
 * of a session are removed with it.
 */
export function createSessions(
  db: Sqlite.Database,
  tenant: string,
  own: ProcessIdentity,
  revision: Revision,
): SessionRepository {
  const writer = renderIdentity(own);
  const insert = db.prepare<string[]>(
    `INSERT INTO sessions(tenant, id, principal, agent, kind, folder, workspace, created_at, last_used_at, writer)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const get = db.prepare<[string, string], StoredSession>(
    `SELECT ${COLUMNS} FROM sessions WHERE tenant = ? AND id = ?`,
  );
  // The oldest, so that two processes that each made one at the same moment agree from then on.
  const implicit = db.prepare<[string, string, string, string], StoredSession>(
    `SELECT ${COLUMNS} FROM sessions WHERE tenant = ? AND principal = ? AND agent = ? AND workspace = ?
     AND kind = 'implicit' ORDER BY created_at, id LIMIT 1`,
  );
  const touch = db.prepare<[string, string, string]>(
    "UPDATE sessions SET last_used_at = max(last_used_at, ?) WHERE tenant = ? AND id = ?",
  );
  const remove = db.prepare<[string, string]>("DELETE FROM sessions WHERE tenant = ? AND id = ?");
  const removeTools = db.prepare<[string, string]>(
    "DELETE FROM tools WHERE tenant = ? AND audience = 'session' AND audience_key = ?",
  );
  const candidates = db.prepare<[string, string], StoredSession & { writer: string }>(
    `SELECT ${COLUMNS}, writer FROM sessions WHERE tenant = ? AND (kind = 'connection' OR last_used_at < ?)
     ORDER BY created_at, id`,
  );
  return {
    create: (session) => promised(() => void insert.run(...toValues(tenant, session, writer))),
    get: (id) => promised(() => get.get(tenant, id) ?? null),
    findImplicit: (principal, agent, workspace) =>
      promised(() => implicit.get(tenant, principal, agent, workspace) ?? null),
    touch: (id, at) => promised(() => void touch.run(at, tenant, id)),
    remove: (id) =>
      promised(() => {
        revision.change(() => {
          remove.run(tenant, id);
          return removeTools.run(tenant, id).changes > 0;
        });
      }),
    listExpired: (before) =>
      promised(() =>
        candidates
          .all(tenant, before)
          .filter((session) => session.kind === "implicit" || isDead(session.writer, own))
          .map(toSession),
      ),
  };
}

function toValues(tenant: string, session: StoredSession, writer: string): string[] {
  const { id, principal, agent, kind, folder, workspace, createdAt, lastUsedAt } = session;
  return [tenant, id, principal, agent, kind, folder, workspace, createdAt, lastUsedAt, writer];
}

function toSession(row: StoredSession & { readonly writer: string }): StoredSession {
  const { id, principal, agent, kind, folder, workspace, createdAt, lastUsedAt } = row;
  return { id, principal, agent, kind, folder, workspace, createdAt, lastUsedAt };
}
