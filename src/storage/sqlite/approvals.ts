import type Sqlite from "better-sqlite3";
import type { JsonObject } from "../../model/json.ts";
import type { Approval, ApprovalAnswer, ApprovalRepository, ApprovalState } from "../repositories.ts";
import { promised, requireTenant } from "./promised.ts";
import type { Revision } from "./revision.ts";

type Row = Omit<Approval, "summary" | "answer"> & { readonly summary: string; readonly answer: string | null };

const COLUMNS = `tenant, id, workspace, call_id AS "callId", tool, binding, principal, agent, credential, summary, state,
  created_at AS "createdAt", expires_at AS "expiresAt", answer`;

/** Consuming an approval is not here: it happens in the transaction that writes the intent. */
export function createApprovals(db: Sqlite.Database, tenant: string, revision: Revision): ApprovalRepository {
  const insert = db.prepare<string[]>(
    `INSERT INTO approvals(tenant, id, workspace, call_id, tool, binding, principal, agent, credential, summary, state,
       created_at, expires_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 'pending', ?, ?)`,
  );
  const get = db.prepare<[string, string], Row>(`SELECT ${COLUMNS} FROM approvals WHERE tenant = ? AND id = ?`);
  const pending = db.prepare<[string, string], Row>(
    `SELECT ${COLUMNS} FROM approvals WHERE tenant = ? AND state = 'pending' AND expires_at > ? ORDER BY created_at, id`,
  );
  const answer = db.prepare<[ApprovalState, string, string, string, string]>(
    "UPDATE approvals SET state = ?, answer = ? WHERE tenant = ? AND id = ? AND state = 'pending' AND expires_at > ?",
  );
  const end = db.prepare<[ApprovalState, string, string]>(
    "UPDATE approvals SET state = ? WHERE tenant = ? AND id = ? AND state = 'pending'",
  );
  const latest = db.prepare<[string, string, string, string], Row>(
    `SELECT ${COLUMNS} FROM approvals WHERE tenant = ? AND binding = ? AND credential = ? AND expires_at > ?
     AND state IN ('pending', 'approved', 'denied') AND summary ->> '$.held' IS NOT 1
     ORDER BY created_at DESC, id DESC LIMIT 1`,
  );
  return {
    create: (approval) =>
      promised(() => {
        requireTenant(tenant, approval.tenant);
        insert.run(...toValues(approval));
      }),
    get: (id) => promised(() => toApproval(get.get(tenant, id))),
    listPending: () => promised(() => pending.all(tenant, new Date().toISOString()).map(fromRow)),
    answer: (id, given, now) =>
      promised(() => {
        const state = given.verdict === "approve" ? "approved" : "denied";
        const text = JSON.stringify(given);
        return revision.change(() => answer.run(state, text, tenant, id, now.toISOString()).changes === 1);
      }),
    end: (id, state) => promised(() => revision.change(() => end.run(state, tenant, id).changes === 1)),
    findLatest: (binding, credential, now) =>
      promised(() => toApproval(latest.get(tenant, binding, credential, now.toISOString()))),
  };
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
