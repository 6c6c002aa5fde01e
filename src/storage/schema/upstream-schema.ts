/**
 * What upstream MCP servers said of their tools and what of it was accepted, and who may use which of them. `''` stands for
 * "every workspace"; the row of a server itself has the tool `''`.
 */
export const UPSTREAM_SCHEMA = `
CREATE TABLE mcp_pins(
  tenant TEXT NOT NULL, workspace TEXT NOT NULL, server TEXT NOT NULL, tool TEXT NOT NULL,
  accepted TEXT, offered TEXT, refused_hash TEXT, accepted_at TEXT, accepted_by TEXT, seen_at TEXT NOT NULL,
  PRIMARY KEY (tenant, workspace, server, tool)
) STRICT, WITHOUT ROWID;
CREATE TABLE mcp_grants(
  tenant TEXT NOT NULL, workspace TEXT NOT NULL, server TEXT NOT NULL,
  subject_kind TEXT NOT NULL CHECK (subject_kind IN ('agent', 'user')), subject TEXT NOT NULL,
  enabled INTEGER NOT NULL CHECK (enabled IN (0, 1)), tool_allow TEXT NOT NULL, tool_deny TEXT NOT NULL,
  config_overrides TEXT NOT NULL, expires_at TEXT, request TEXT, granted_by TEXT NOT NULL, created_at TEXT NOT NULL,
  updated_at TEXT NOT NULL, id TEXT NOT NULL,
  PRIMARY KEY (tenant, workspace, server, subject_kind, subject), UNIQUE (tenant, id)
) STRICT, WITHOUT ROWID;
CREATE TABLE mcp_requests(
  tenant TEXT NOT NULL, id TEXT NOT NULL, workspace TEXT NOT NULL, server TEXT NOT NULL,
  subject_kind TEXT NOT NULL CHECK (subject_kind IN ('agent', 'user')), subject TEXT NOT NULL,
  status TEXT NOT NULL CHECK (status IN ('pending', 'approved', 'rejected')), reason TEXT, tool_allow TEXT NOT NULL,
  requested_by TEXT NOT NULL, requested_with TEXT NOT NULL, created_at TEXT NOT NULL, reviewed_by TEXT,
  reviewed_at TEXT, review_note TEXT,
  PRIMARY KEY (tenant, id)
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX mcp_requests_pending
  ON mcp_requests(tenant, workspace, server, subject_kind, subject, tool_allow) WHERE status = 'pending';
`;
