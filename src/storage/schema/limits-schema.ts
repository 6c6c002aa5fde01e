/**
 * Rules of sessions and of approvals, limits, and a second clock for what ends in time. SQLite cannot change a CHECK, so
 * the table of rules is made anew.
 */
export const LIMITS_SCHEMA = `
CREATE TABLE rules_with_origin(
  tenant TEXT NOT NULL, id TEXT NOT NULL, effect TEXT NOT NULL CHECK (effect IN ('allow', 'ask', 'deny')),
  rule TEXT NOT NULL, layer TEXT NOT NULL CHECK (layer IN ('user', 'project', 'session')), workspace TEXT, session TEXT,
  reason TEXT, expires_at TEXT, approval TEXT, created_at TEXT NOT NULL, created_by TEXT NOT NULL,
  PRIMARY KEY (tenant, id), CHECK (layer = 'user' OR workspace IS NOT NULL),
  CHECK ((layer = 'session') = (session IS NOT NULL))
) STRICT, WITHOUT ROWID;
INSERT INTO rules_with_origin(tenant, id, effect, rule, layer, workspace, reason, created_at, created_by)
  SELECT tenant, id, effect, rule, layer, workspace, reason, created_at, created_by FROM rules;
DROP TABLE rules;
ALTER TABLE rules_with_origin RENAME TO rules;
CREATE INDEX rules_of_sessions ON rules(tenant, session) WHERE session IS NOT NULL;
ALTER TABLE tokens ADD COLUMN provider TEXT;
ALTER TABLE sessions ADD COLUMN cwd TEXT;
ALTER TABLE approvals ADD COLUMN boot TEXT;
ALTER TABLE approvals ADD COLUMN tick INTEGER;
ALTER TABLE approvals ADD COLUMN lifetime_ms INTEGER;
ALTER TABLE running_calls ADD COLUMN limits TEXT;
CREATE TABLE limit_calls(
  tenant TEXT NOT NULL, limit_id TEXT NOT NULL, key TEXT NOT NULL, at INTEGER NOT NULL, call_id TEXT NOT NULL,
  boot TEXT NOT NULL, tick INTEGER NOT NULL, until INTEGER NOT NULL,
  PRIMARY KEY (tenant, limit_id, key, at, call_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX limit_calls_over ON limit_calls(until);
CREATE TABLE limit_days(
  tenant TEXT NOT NULL, limit_id TEXT NOT NULL, key TEXT NOT NULL, day INTEGER NOT NULL, used INTEGER NOT NULL,
  boot TEXT NOT NULL, tick INTEGER NOT NULL,
  PRIMARY KEY (tenant, limit_id, key, day)
) STRICT, WITHOUT ROWID;
CREATE INDEX limit_days_over ON limit_days(day);
`;
