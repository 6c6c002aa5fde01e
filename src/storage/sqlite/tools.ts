import type Sqlite from "better-sqlite3";
import type { SealedEnvironment, StoredTool, StoredToolRepository } from "../repositories.ts";
import { promised } from "./promised.ts";
import type { Revision } from "./revision.ts";
import type { ClaimKey } from "./sealing.ts";

export interface ToolRow extends Pick<
  StoredTool,
  "id" | "format" | "name" | "definition" | "createdAt" | "createdBy" | "updatedAt"
> {
  readonly workspace: string;
  readonly audience: StoredTool["audience"]["kind"];
  readonly key: string;
  readonly enabled: number;
  readonly environment: string | null;
}

type Values = (string | number | null)[];

export const TOOL_COLUMNS = `id, workspace, audience, audience_key AS "key", format, name, definition, enabled, environment,
  created_at AS "createdAt", created_by AS "createdBy", updated_at AS "updatedAt"`;

export function createTools(
  db: Sqlite.Database,
  tenant: string,
  revision: Revision,
  claimKey: ClaimKey,
): StoredToolRepository {
  const list = db.prepare<[string, string], ToolRow>(
    `SELECT ${TOOL_COLUMNS} FROM tools WHERE tenant = ? AND workspace IN ('', ?) ORDER BY created_at, id`,
  );
  const get = db.prepare<[string, string], ToolRow>(`SELECT ${TOOL_COLUMNS} FROM tools WHERE tenant = ? AND id = ?`);
  const insert = db.prepare<Values>(
    `INSERT INTO tools(workspace, audience, audience_key, format, name, definition, enabled, environment, updated_at,
     tenant, id, created_at, created_by) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const update = db.prepare<Values>(
    `UPDATE tools SET workspace = ?, audience = ?, audience_key = ?, format = ?, name = ?, definition = ?, enabled = ?,
     environment = ?, updated_at = ? WHERE tenant = ? AND id = ?`,
  );
  const enable = db.prepare<[number, string, string, string]>(
    "UPDATE tools SET enabled = ?, updated_at = ? WHERE tenant = ? AND id = ?",
  );
  const remove = db.prepare<[string, string]>("DELETE FROM tools WHERE tenant = ? AND id = ?");
  const sealed = db.prepare<[string]>("SELECT 1 FROM tools WHERE tenant = ? AND environment IS NOT NULL LIMIT 1");
  const session = db.prepare<[string, string]>("SELECT 1 FROM sessions WHERE tenant = ? AND id = ?");
  const write = (tool: StoredTool, statement: Sqlite.Statement<Values>, extra: Values): boolean => {
    return revision.change(() => {
      const { kind } = tool.audience;
      if (kind === "session" && session.get(tenant, tool.audience.key) === undefined) {
        throw new Error(`The session of the tool ${JSON.stringify(tool.name)} is over.`);
      }
      if (tool.environment !== null) claimKey(tool.environment.sealed);
      return runUnlessTaken(statement, [...toValues(tool), tenant, tool.id, ...extra]);
    });
  };
  return {
    list: (workspace) => promised(() => list.all(tenant, workspace).map(fromToolRow)),
    get: (id) =>
      promised(() => {
        const row = get.get(tenant, id);
        return row === undefined ? null : fromToolRow(row);
      }),
    create: (tool) => promised(() => write(tool, insert, [tool.createdAt, tool.createdBy])),
    update: (tool) => promised(() => write(tool, update, [])),
    setEnabled: (id, enabled, updatedAt) =>
      promised(() => revision.change(() => enable.run(enabled ? 1 : 0, updatedAt, tenant, id).changes === 1)),
    remove: (id) => promised(() => revision.change(() => remove.run(tenant, id).changes === 1)),
    hasSealed: () => promised(() => sealed.get(tenant) !== undefined),
  };
}

/** `false` when no row fits, or another tool has the name. */
function runUnlessTaken(statement: Sqlite.Statement<Values>, values: Values): boolean {
  try {
    return statement.run(...values).changes === 1;
  } catch (error) {
    const isTaken = error instanceof Error && error.message.includes("UNIQUE") && error.message.includes("tools.name");
    if (isTaken) return false;
    throw error;
  }
}

function toValues({
  workspace,
  audience,
  format,
  name,
  definition,
  enabled,
  environment,
  updatedAt,
}: StoredTool): Values {
  const key = audience.kind === "everybody" ? "" : audience.key;
  const sealed = environment === null ? null : JSON.stringify(environment);
  return [workspace ?? "", audience.kind, key, format, name, definition, enabled ? 1 : 0, sealed, updatedAt];
}

export function fromToolRow({ key, audience, ...row }: ToolRow): StoredTool {
  return {
    ...row,
    workspace: row.workspace === "" ? null : row.workspace,
    audience: audience === "everybody" ? { kind: audience } : { kind: audience, key },
    enabled: row.enabled === 1,
    environment: row.environment === null ? null : (JSON.parse(row.environment) as SealedEnvironment),
  };
}
