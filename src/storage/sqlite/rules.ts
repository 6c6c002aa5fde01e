import type Sqlite from "better-sqlite3";
import type { RuleRepository, StoredRule } from "../repositories.ts";
import { promised } from "./promised.ts";
import type { Revision } from "./revision.ts";

export function createRules(db: Sqlite.Database, tenant: string, revision: Revision): RuleRepository {
  const list = db.prepare<[string, string], StoredRule>(
    `SELECT id, effect, rule, layer, workspace, session, reason, expires_at AS "expiresAt", approval,
       created_at AS "createdAt", created_by AS "createdBy"
     FROM rules WHERE tenant = ? AND (layer = 'user' OR workspace = ?) ORDER BY created_at, id`,
  );
  const add = createRuleWriter(db, tenant);
  const remove = db.prepare<[string, string]>("DELETE FROM rules WHERE tenant = ? AND id = ?");
  return {
    list: (workspace) => promised(() => list.all(tenant, workspace)),
    add: (rule) =>
      promised(() => {
        revision.change(() => add(rule));
      }),
    remove: (id) => promised(() => revision.change(() => remove.run(tenant, id).changes === 1)),
  };
}

/** Adds a rule inside whatever transaction is open. Throws for a session that is over: nobody would ever remove its rule. */
export function createRuleWriter(db: Sqlite.Database, tenant: string): (rule: StoredRule) => boolean {
  const insert = db.prepare<(string | null)[]>(
    `INSERT INTO rules(tenant, id, effect, rule, layer, workspace, session, reason, expires_at, approval, created_at,
       created_by) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const session = db.prepare<[string, string]>("SELECT 1 FROM sessions WHERE tenant = ? AND id = ?");
  return (rule) => {
    const { id, effect, layer, workspace, reason, approval, createdBy } = rule;
    if (rule.session !== null && session.get(tenant, rule.session) === undefined) {
      throw new Error(`The session ${JSON.stringify(rule.session)} of the rule ${JSON.stringify(rule.rule)} is over.`);
    }
    const createdAt = new Date(rule.createdAt).toISOString();
    const expiresAt = rule.expiresAt === null ? null : new Date(rule.expiresAt).toISOString();
    const values = [tenant, id, effect, rule.rule, layer, workspace, rule.session, reason, expiresAt, approval];
    return insert.run(...values, createdAt, createdBy).changes === 1;
  };
}
