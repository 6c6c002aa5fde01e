import type Sqlite from "better-sqlite3";
import type { AppendResult } from "../audit/audit-log.ts";
import { UntrustedHead } from "../audit/chain-head.ts";
import type { ChainJob, ChainWriter } from "../audit/chain-writer.ts";
import type { RunningRow } from "../audit/claim-table.ts";
import { toDraft } from "../audit/record-body.ts";
import type { Caller } from "../model/caller.ts";
import type { JsonObject } from "../model/json.ts";
import { isDead, type ProcessIdentity } from "./process-identity.ts";
import type { RecoveredCall, StoreOptions } from "./store.ts";

/**
 * Closes the calls of dead writers with an `interrupted` outcome in the name of their caller. Of several openers at once,
 * one closes each call: a record is written only together with taking the call off the list.
 */
export async function recoverDeadCalls(
  db: Sqlite.Database,
  writer: ChainWriter,
  own: ProcessIdentity,
  onDeadCalls: StoreOptions["onDeadCalls"],
): Promise<readonly RecoveredCall[]> {
  const dead = listRunning(db).filter((row) => isDead(row.writer, own));
  if (dead.length === 0) return [];
  await onDeadCalls?.(dead.map((row) => row.callId));
  const results = closeCalls(writer, dead, own);
  return dead.filter((_row, index) => results[index]?.ok === true).map(({ callId, tool }) => ({ callId, tool }));
}

function closeCalls(writer: ChainWriter, dead: readonly RunningRow[], own: ProcessIdentity): readonly AppendResult[] {
  const at = new Date().toISOString();
  try {
    return writer.write(dead.map((row) => toJob(row, own, at)));
  } catch (error) {
    // A log that was tampered with takes no records, and must still open so that it can be examined.
    if (error instanceof UntrustedHead) return [];
    throw error;
  }
}

function listRunning(db: Sqlite.Database): readonly RunningRow[] {
  return db
    .prepare<[], RunningRow>(
      `SELECT tenant, call_id AS "callId", tool, caller, caller ->> '$.credential' AS credential, workspace,
         started_at AS "startedAt", writer, limits
       FROM running_calls ORDER BY started_at, call_id`,
    )
    .all();
}

function toJob(row: RunningRow, own: ProcessIdentity, at: string): ChainJob {
  const data = {
    reason: "The process that ran the call ended without recording its outcome.",
    startedAt: row.startedAt,
    writer: JSON.parse(row.writer) as JsonObject,
    closedBy: { ...own },
  };
  const caller = JSON.parse(row.caller) as Caller;
  const { callId, tool, workspace } = row;
  const entry = { kind: "outcome", callId, tool, status: "interrupted", code: null, caller, workspace, data } as const;
  return { kind: "interrupted", draft: toDraft(entry, at), running: row };
}
