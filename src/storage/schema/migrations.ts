import type Sqlite from "better-sqlite3";
import { AUDIT_SCHEMA } from "../../audit/audit-schema.ts";
import { LIMITS_SCHEMA } from "./limits-schema.ts";
import { SCRUB_SCHEMA } from "./scrub-schema.ts";
import { SECRETS_SCHEMA } from "./secrets-schema.ts";
import { UPSTREAM_SCHEMA } from "./upstream-schema.ts";
import { corrupt } from "../to-store-error.ts";
import { StoreError } from "../store.ts";

/** Marks the file as Toolgate's own ("TGAT"), so that a foreign database is never taken over. */
export const APPLICATION_ID = 0x54474154;

/**
 * Brings the database up to the newest schema; `onCreated` runs in the transaction that makes the first one.
 * Throws `StoreError` for a newer schema or a foreign database.
 */
export function migrate(db: Sqlite.Database, folder: string, onCreated: () => void): void {
  if (isUpToDate(db)) return;
  db.transaction(() => {
    // Only the lock makes the reads one moment: another process may be making this database right now.
    const version = readVersion(db, folder);
    for (const migration of MIGRATIONS.slice(version)) db.exec(migration);
    db.pragma(`application_id = ${APPLICATION_ID}`);
    db.pragma(`user_version = ${MIGRATIONS.length}`);
    if (version === 0) onCreated();
  }).immediate();
}

/** What most starts find, and all they have to read. */
function isUpToDate(db: Sqlite.Database): boolean {
  return readNumber(db, "user_version") === MIGRATIONS.length && readNumber(db, "application_id") === APPLICATION_ID;
}

function readNumber(db: Sqlite.Database, pragma: string): number {
  return Number(db.pragma(pragma, { simple: true }));
}

function readVersion(db: Sqlite.Database, folder: string): number {
  const version = readNumber(db, "user_version");
  const application = readNumber(db, "application_id");
  const tables = Number(db.prepare("SELECT count(*) FROM sqlite_schema").pluck().get());
  const isNew = version === 0 && application === 0 && tables === 0;
  if (!isNew && (application !== APPLICATION_ID || version < 1)) {
    throw corrupt(folder, "is a database of another program");
  }
  if (version <= MIGRATIONS.length) return version;
  throw new StoreError(
    "NEWER_SCHEMA",
    `The database in ${folder} has schema ${version}; this Toolgate knows schemas up to ${MIGRATIONS.length}.`,
    "A newer Toolgate has used this folder. Update this one, or give it a data folder of its own.",
  );
}

const CONTROL_SCHEMA = `
CREATE TABLE running_calls(
  tenant TEXT NOT NULL, call_id TEXT NOT NULL, tool TEXT NOT NULL, caller TEXT NOT NULL, workspace TEXT NOT NULL,
  started_at TEXT NOT NULL, writer TEXT NOT NULL, cancel_requested INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (tenant, call_id)
) STRICT, WITHOUT ROWID;
CREATE TABLE approvals(
  tenant TEXT NOT NULL, id TEXT NOT NULL, workspace TEXT NOT NULL, call_id TEXT NOT NULL, tool TEXT NOT NULL,
  binding TEXT NOT NULL, principal TEXT NOT NULL, agent TEXT NOT NULL, credential TEXT NOT NULL, summary TEXT NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('pending', 'approved', 'denied', 'cancelled', 'expired', 'consumed')),
  created_at TEXT NOT NULL, expires_at TEXT NOT NULL, answer TEXT,
  PRIMARY KEY (tenant, id)
) STRICT, WITHOUT ROWID;
CREATE INDEX approvals_pending ON approvals(tenant, created_at) WHERE state = 'pending';
CREATE INDEX approvals_by_binding ON approvals(tenant, binding, created_at);
CREATE TABLE rules(
  tenant TEXT NOT NULL, id TEXT NOT NULL, effect TEXT NOT NULL CHECK (effect IN ('allow', 'ask', 'deny')),
  rule TEXT NOT NULL, layer TEXT NOT NULL CHECK (layer IN ('user', 'project')), workspace TEXT, reason TEXT,
  created_at TEXT NOT NULL, created_by TEXT NOT NULL,
  PRIMARY KEY (tenant, id), CHECK (layer = 'user' OR workspace IS NOT NULL)
) STRICT, WITHOUT ROWID;
CREATE TABLE tokens(
  tenant TEXT NOT NULL, id TEXT NOT NULL, hash TEXT NOT NULL, principal TEXT NOT NULL, agent TEXT NOT NULL,
  roles TEXT NOT NULL, created_at TEXT NOT NULL, expires_at TEXT, revoked_at TEXT,
  PRIMARY KEY (tenant, id), UNIQUE (tenant, hash)
) STRICT, WITHOUT ROWID;
CREATE TABLE settings(
  tenant TEXT NOT NULL, key TEXT NOT NULL, value TEXT NOT NULL, PRIMARY KEY (tenant, key)
) STRICT, WITHOUT ROWID;
CREATE TABLE sessions(
  tenant TEXT NOT NULL, id TEXT NOT NULL, principal TEXT NOT NULL, agent TEXT NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN ('connection', 'implicit')), folder TEXT NOT NULL, workspace TEXT NOT NULL,
  created_at TEXT NOT NULL, last_used_at TEXT NOT NULL, writer TEXT NOT NULL,
  PRIMARY KEY (tenant, id)
) STRICT, WITHOUT ROWID;
CREATE INDEX sessions_implicit ON sessions(tenant, principal, agent, workspace) WHERE kind = 'implicit';
CREATE TABLE revisions(tenant TEXT PRIMARY KEY, value INTEGER NOT NULL) STRICT, WITHOUT ROWID;
`;

/** `''` stands for "every workspace" and "everybody", so that the unique index sees them as equal. */
const TOOLS_SCHEMA = `
CREATE TABLE tools(
  tenant TEXT NOT NULL, id TEXT NOT NULL, workspace TEXT NOT NULL,
  audience TEXT NOT NULL CHECK (audience IN ('everybody', 'agent', 'session')), audience_key TEXT NOT NULL,
  format TEXT NOT NULL CHECK (format IN ('custom', 'credentialed', 'whitelist', 'toolclad')), name TEXT NOT NULL,
  definition TEXT NOT NULL, enabled INTEGER NOT NULL CHECK (enabled IN (0, 1)), environment TEXT,
  created_at TEXT NOT NULL, created_by TEXT NOT NULL, updated_at TEXT NOT NULL,
  PRIMARY KEY (tenant, id), CHECK ((audience = 'everybody') = (audience_key = ''))
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX tools_by_name ON tools(tenant, workspace, audience, audience_key, name);
CREATE INDEX tools_of_sessions ON tools(tenant, audience_key) WHERE audience = 'session';
`;

/** One step per schema version, in order; a step that has been released is never edited. */
const MIGRATIONS: readonly string[] = [
  AUDIT_SCHEMA + CONTROL_SCHEMA,
  TOOLS_SCHEMA,
  LIMITS_SCHEMA,
  SECRETS_SCHEMA,
  SCRUB_SCHEMA,
  UPSTREAM_SCHEMA,
];
