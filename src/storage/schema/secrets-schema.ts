/**
 * Secrets, and which key everything sealed is sealed with: one for the whole folder, as is the key. `''` stands for
 * "every workspace". What was sealed before had no record of its key but its own envelope; the newest one counts.
 */
export const SECRETS_SCHEMA = `
CREATE TABLE secrets(
  tenant TEXT NOT NULL, id TEXT NOT NULL, name TEXT NOT NULL, workspace TEXT NOT NULL,
  has_value INTEGER NOT NULL CHECK (has_value IN (0, 1)), bindings TEXT NOT NULL, sealed TEXT NOT NULL,
  version INTEGER NOT NULL, created_at TEXT NOT NULL, created_by TEXT NOT NULL, updated_at TEXT NOT NULL,
  PRIMARY KEY (tenant, id)
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX secrets_by_name ON secrets(tenant, name, workspace);
CREATE TABLE sealing_key(one INTEGER PRIMARY KEY CHECK (one = 1), key_id TEXT NOT NULL) STRICT;
INSERT INTO sealing_key(one, key_id)
  SELECT 1, substr(environment ->> '$.sealed', length('toolgate-sealed-1.') + 1, 16) FROM tools
  WHERE environment ->> '$.sealed' LIKE 'toolgate-sealed-1.%' ORDER BY updated_at DESC, id LIMIT 1;
`;
