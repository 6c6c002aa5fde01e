import type Sqlite from "better-sqlite3";
import { isDead, renderIdentity, type ProcessIdentity } from "../process-identity.ts";
import type { SessionRepository, StoredSession } from "../repositories.ts";
import { promised } from "./promised.ts";
import { SESSION_MODE_KEY } from "../setting-keys.ts";
import type { Revision } from "./revision.ts";

const COLUMNS = `id, principal, agent, kind, folder, cwd, workspace, created_at AS "createdAt", last_used_at AS "lastUsedAt"`;

/**
 * A connection's session belongs to the process `own` that created it, and is over when that process is gone. Tools, rules
 * and mode of a session are removed with it.
 */
export function createSessions(
  db: Sqlite.Database,
  tenant: string,
  own: ProcessIdentity,
  revision: Revision,
): SessionRepository {
  const writer = renderIdentity(own);
  const insert = db.prepare<(string | null)[]>(
    `INSERT INTO sessions(tenant, id, principal, agent, kind, folder, cwd, workspace, created_at, last_used_at, writer)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
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
  const setCwd = db.prepare<[string | null, string, string]>("UPDATE sessions SET cwd = ? WHERE tenant = ? AND id = ?");
  const remove = db.prepare<[string, string]>("DELETE FROM sessions WHERE tenant = ? AND id = ?");
  const removeTools = db.prepare<[string, string]>(
    "DELETE FROM tools WHERE tenant = ? AND audience = 'session' AND audience_key = ?",
  );
  const removeRules = db.prepare<[string, string]>("DELETE FROM rules WHERE tenant = ? AND session = ?");
  const removeMode = db.prepare<[string, string]>("DELETE FROM settings WHERE tenant = ? AND key = ?");
  const candidates = db.prepare<[string, string], StoredSession & { writer: string }>(
    `SELECT ${COLUMNS}, writer FROM sessions WHERE tenant = ? AND (kind = 'connection' OR last_used_at < ?)
     ORDER BY created_at, id`,
  );
  return {
    create: (session) => promised(() => void insert.run(...toValues(tenant, session, writer))),
    get: (id) => promised(() => get.get(tenant, id) ?? null),
    findImplicit: (principal, agent, workspace) =>
      promised(() => implicit.get(tenant, principal, agent, workspace) ?? null),
    setCwd: (id, cwd) => promised(() => void setCwd.run(cwd, tenant, id)),
    touch: (id, at) => promised(() => void touch.run(at, tenant, id)),
    remove: (id) =>
      promised(() => {
        revision.change(() => {
          remove.run(tenant, id);
          const tools = removeTools.run(tenant, id).changes;
          const rules = removeRules.run(tenant, id).changes;
          return tools + rules + removeMode.run(tenant, `${SESSION_MODE_KEY}${id}`).changes > 0;
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

function toValues(tenant: string, session: StoredSession, writer: string): (string | null)[] {
  const { id, principal, agent, kind, folder, cwd, workspace, createdAt, lastUsedAt } = session;
  return [tenant, id, principal, agent, kind, folder, cwd, workspace, createdAt, lastUsedAt, writer];
}

function toSession(row: StoredSession & { readonly writer: string }): StoredSession {
  const { id, principal, agent, kind, folder, cwd, workspace, createdAt, lastUsedAt } = row;
  return { id, principal, agent, kind, folder, cwd, workspace, createdAt, lastUsedAt };
}
