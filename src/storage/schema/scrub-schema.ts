/** Values that are taken out of everything that a tenant's calls bring. Only their length can be read without the key. */
export const SCRUB_SCHEMA = `
CREATE TABLE scrub_values(
  tenant TEXT NOT NULL, id TEXT NOT NULL, length INTEGER NOT NULL, note TEXT, sealed TEXT NOT NULL,
  created_at TEXT NOT NULL, created_by TEXT NOT NULL,
  PRIMARY KEY (tenant, id)
) STRICT, WITHOUT ROWID;
`;
