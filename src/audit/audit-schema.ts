/** The log's table as SQLite keeps its text. Everything but number, body and hash is computed from the body. */
export const AUDIT_TABLE = `CREATE TABLE audit(
  seq INTEGER PRIMARY KEY,
  body TEXT NOT NULL,
  hash TEXT NOT NULL,
  tenant TEXT GENERATED ALWAYS AS (body ->> '$.caller.tenant') VIRTUAL,
  kind TEXT GENERATED ALWAYS AS (body ->> '$.kind') VIRTUAL,
  call_id TEXT GENERATED ALWAYS AS (body ->> '$.callId') VIRTUAL,
  tool TEXT GENERATED ALWAYS AS (body ->> '$.tool') VIRTUAL,
  status TEXT GENERATED ALWAYS AS (body ->> '$.status') VIRTUAL,
  principal TEXT GENERATED ALWAYS AS (body ->> '$.caller.principal') VIRTUAL,
  at TEXT GENERATED ALWAYS AS (body ->> '$.at') VIRTUAL
) STRICT`;

/**
 * Every index costs a page in every commit, so there is one: it holds all that can be asked for, in log order, and is
 * scanned (about 50 ns a record) by whoever looks something up. The triggers stop mistakes, not attackers.
 */
export const AUDIT_SCHEMA: string = `
${AUDIT_TABLE};
CREATE INDEX audit_scan ON audit(seq, tenant, kind, call_id, tool, status, principal, at);
CREATE TRIGGER audit_is_append_only_1 BEFORE UPDATE ON audit BEGIN SELECT RAISE(ABORT, 'the audit is append-only'); END;
CREATE TRIGGER audit_is_append_only_2 BEFORE DELETE ON audit BEGIN SELECT RAISE(ABORT, 'the audit is append-only'); END;
CREATE TABLE audit_head(
  id INTEGER PRIMARY KEY CHECK (id = 1), seq INTEGER NOT NULL, hash TEXT NOT NULL, mac TEXT NOT NULL
) STRICT;
CREATE TABLE audit_checkpoints(
  seq INTEGER PRIMARY KEY, hash TEXT NOT NULL, at TEXT NOT NULL, key_id TEXT NOT NULL, signature TEXT NOT NULL
) STRICT;
`;
