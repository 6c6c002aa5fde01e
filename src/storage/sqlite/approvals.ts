import type Sqlite from "better-sqlite3";
import type { JsonObject } from "../../model/json.ts";
import { ELAPSED_MS, type ElapsedClock } from "../elapsed-clock.ts";
import type { Approval, ApprovalAnswer, ApprovalRepository, ApprovalState } from "../repositories.ts";
import { promised, requireTenant } from "./promised.ts";
import type { Revision } from "./revision.ts";
import { createRuleWriter } from "./rules.ts";

type Row = Omit<Approval, "summary" | "answer"> & { readonly summary: string; readonly answer: string | null };

const COLUMNS = `tenant, id, workspace, call_id AS "callId", tool, binding, principal, agent, credential, summary, state,
  created_at AS "createdAt", expires_at AS "expiresAt", answer`;

/** In time by both clocks: setting the wall clock back makes no question live longer. Takes time, tick and boot. */
const IN_TIME = `expires_at > ? AND (tick IS NULL OR ${ELAPSED_MS} < lifetime_ms)`;

const CANCEL = `UPDATE approvals SET state = 'cancelled' WHERE tenant = ? AND credential = ? AND state = 'pending'
  AND summary ->> '$.held' IS NOT 1`;

/** Consuming an approval is not here: it happens in the transaction that writes the intent. */
export function createApprovals(
  db: Sqlite.Database,
  tenant: string,
  revision: Revision,
  clock: ElapsedClock,
): ApprovalRepository {
  const insert = db.prepare<(string | number)[]>(
    `INSERT INTO approvals(tenant, id, workspace, call_id, tool, binding, principal, agent, credential, summary, state,
       created_at, expires_at, boot, tick, lifetime_ms) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 'pending', ?, ?, ?, ?, ?)`,
  );
  const get = db.prepare<[string, string], Row>(`SELECT ${COLUMNS} FROM approvals WHERE tenant = ? AND id = ?`);
  const pending = db.prepare<[string, ...Moment], Row>(
    `SELECT ${COLUMNS} FROM approvals WHERE tenant = ? AND state = 'pending' AND ${IN_TIME} ORDER BY created_at, id`,
  );
  const answer = db.prepare<[ApprovalState, string, string, string, ...Moment]>(
    `UPDATE approvals SET state = ?, answer = ? WHERE tenant = ? AND id = ? AND state = 'pending' AND ${IN_TIME}`,
  );
  const end = db.prepare<[ApprovalState, string, string]>(
    "UPDATE approvals SET state = ? WHERE tenant = ? AND id = ? AND state = 'pending'",
  );
  const latest = db.prepare<[string, string, string, ...Moment], Row>(
    `SELECT ${COLUMNS} FROM approvals WHERE tenant = ? AND binding = ? AND credential = ? AND ${IN_TIME}
     AND state IN ('pending', 'approved', 'denied') AND summary ->> '$.held' IS NOT 1
     ORDER BY created_at DESC, id DESC LIMIT 1`,
  );
  const open = db
    .prepare<[string, string, ...Moment], number>(
      `SELECT count(*) FROM approvals WHERE tenant = ? AND credential = ? AND state = 'pending' AND ${IN_TIME}
       AND summary ->> '$.held' IS NOT 1`,
    )
    .pluck();
  const cancel = db.prepare<[string, string]>(CANCEL);
  const addRule = createRuleWriter(db, tenant);
  const at = (now: Date): Moment => [now.toISOString(), clock.tick(), clock.boot];
  return {
    create: (approval) =>
      promised(() => {
        requireTenant(tenant, approval.tenant);
        insert.run(...toValues(approval), clock.boot, clock.tick(), toLifetime(approval));
      }),
    get: (id) => promised(() => toApproval(get.get(tenant, id))),
    listPending: () => promised(() => pending.all(tenant, ...at(new Date())).map(fromRow)),
    answer: (id, given, now, rules = []) =>
      promised(() => {
        const state = given.verdict === "approve" ? "approved" : "denied";
        const text = JSON.stringify(given);
        return revision.change(() => {
          const isFirst = answer.run(state, text, tenant, id, ...at(now)).changes === 1;
          if (isFirst) for (const rule of rules) addRule(rule);
          return isFirst;
        });
      }),
    end: (id, state) => promised(() => revision.change(() => end.run(state, tenant, id).changes === 1)),
    cancelOpen: (credential) => promised(() => void revision.change(() => cancel.run(tenant, credential).changes > 0)),
    countOpen: (credential, now) => promised(() => open.get(tenant, credential, ...at(now)) ?? 0),
    findLatest: (binding, credential, now) =>
      promised(() => toApproval(latest.get(tenant, binding, credential, ...at(now)))),
  };
}

type Moment = [time: string, tick: number, boot: string];

function toLifetime({ createdAt, expiresAt }: Pick<Approval, "createdAt" | "expiresAt">): number {
  return Math.max(0, Date.parse(expiresAt) - Date.parse(createdAt));
}

/** Times are compared as text, so they must all have the same form. */
function toValues(approval: Omit<Approval, "state" | "answer">): string[] {
  const { tenant, id, workspace, callId, tool, binding, principal, agent, credential } = approval;
  const createdAt = new Date(approval.createdAt).toISOString();
  const expiresAt = new Date(approval.expiresAt).toISOString();
  const summary = JSON.stringify(approval.summary);
  return [tenant, id, workspace, callId, tool, binding, principal, agent, credential, summary, createdAt, expiresAt];
}

function toApproval(row: Row | undefined): Approval | null {
  return row === undefined ? null : fromRow(row);
}

function fromRow(row: Row): Approval {
  const answer = row.answer === null ? null : (JSON.parse(row.answer) as ApprovalAnswer);
  return { ...row, summary: JSON.parse(row.summary) as JsonObject, answer };
}
