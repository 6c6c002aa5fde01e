import type Sqlite from "better-sqlite3";
import type { RuleRepository, StoredRule } from "../repositories.ts";
import { promised } from "./promised.ts";
import type { Revision } from "./revision.ts";

export function createRules(db: Sqlite.Database, tenant: string, revision: Revision): RuleRepository {
  const list = db.prepare<[string, string], StoredRule>(
    `SELECT id, effect, rule, layer, workspace, reason, created_at AS "createdAt", created_by AS "createdBy" FROM rules
     WHERE tenant = ? AND (layer = 'user' OR workspace = ?) ORDER BY created_at, id`,
  );
  const insert = db.prepare<(string | null)[]>(
    `INSERT INTO rules(tenant, id, effect, rule, layer, workspace, reason, created_at, created_by)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const remove = db.prepare<[string, string]>("DELETE FROM rules WHERE tenant = ? AND id = ?");
  return {
    list: (workspace) => promised(() => list.all(tenant, workspace)),
    add: (rule) =>
      promised(() => {
        const { id, effect, layer, workspace, reason, createdAt, createdBy } = rule;
        const values = [tenant, id, effect, rule.rule, layer, workspace, reason, createdAt, createdBy];
        revision.change(() => insert.run(...values).changes === 1);
      }),
    remove: (id) => promised(() => revision.change(() => remove.run(tenant, id).changes === 1)),
  };
}
