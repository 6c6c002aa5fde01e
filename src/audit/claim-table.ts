import type Sqlite from "better-sqlite3";
import type { LimitFact } from "../model/facts.ts";
import { ELAPSED_MS, type ElapsedClock } from "../storage/elapsed-clock.ts";
import type { LimitKey } from "../storage/repositories.ts";

/** A call under way, as another process needs it to close it in its caller's name. */
export interface RunningRow {
  readonly tenant: string;
  readonly callId: string;
  readonly tool: string;
  /** Canonical JSON of the caller. */
  readonly caller: string;
  readonly credential: string;
  readonly workspace: string;
  readonly startedAt: string;
  /** Identity of the process that runs it, as stored text. */
  readonly writer: string;
  /** The limits that count it for as long as it runs, as stored text; `null`: none. */
  readonly limits: string | null;
}

/** What limits count. `count` must run in the transaction of the intent. */
export interface LimitTable {
  /** Calls that count now. */
  used(tenant: string, key: LimitKey, now: number): number;
  read(tenant: string, key: LimitKey, now: number): LimitFact;
  /** Counts a call in windows and days, and removes some of what no longer counts. */
  count(tenant: string, keys: readonly LimitKey[], callId: string, now: number): void;
  /** What is stored with the running call, so that its end frees its places. */
  toRunning(keys: readonly LimitKey[]): string | null;
}

/** What changes together with an intent or outcome; every method must run in the record's transaction. */
export interface ClaimTable {
  /** `false`: a call of that id is under way. */
  startCall(row: RunningRow): boolean;
  endCall(tenant: string, callId: string): void;
  /** Only as run by that writer; `false` when it is not. */
  endCallOf(row: Pick<RunningRow, "tenant" | "callId" | "writer">): boolean;
  /** Whether a record of that kind of the call has a number above `after`; an end that others wrote for it is none. */
  isWritten(after: number, kind: string, callId: string): boolean;
  /** `false` unless approved, unused, in time, and given to this caller for this binding. */
  consume(approval: { readonly id: string; readonly binding: string }, row: RunningRow, at: string): boolean;
}

export function createClaimTable(db: Sqlite.Database, clock: ElapsedClock): ClaimTable {
  const start = db.prepare<(string | null)[]>(
    `INSERT INTO running_calls(tenant, call_id, tool, caller, workspace, started_at, writer, limits)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`,
  );
  const end = db.prepare<[string, string]>("DELETE FROM running_calls WHERE tenant = ? AND call_id = ?");
  const endOf = db.prepare<[string, string, string]>(
    "DELETE FROM running_calls WHERE tenant = ? AND call_id = ? AND writer = ?",
  );
  const consume = db.prepare<[string, string, string, string, string, number, string]>(
    `UPDATE approvals SET state = 'consumed'
     WHERE tenant = ? AND id = ? AND state = 'approved' AND binding = ? AND credential = ? AND expires_at > ?
     AND (tick IS NULL OR ${ELAPSED_MS} < lifetime_ms)`,
  );
  const written = db
    .prepare<[number, string, string], number>(
      "SELECT EXISTS (SELECT 1 FROM audit INDEXED BY audit_scan WHERE seq > ? AND kind = ? AND call_id = ? AND status IS NOT 'interrupted')",
    )
    .pluck();
  return {
    startCall: ({ tenant, callId, tool, caller, workspace, startedAt, writer, limits }) =>
      start.run(tenant, callId, tool, caller, workspace, startedAt, writer, limits).changes === 1,
    endCall: (tenant, callId) => void end.run(tenant, callId),
    endCallOf: (row) => endOf.run(row.tenant, row.callId, row.writer).changes === 1,
    isWritten: (after, kind, callId) => written.get(after, kind, callId) === 1,
    consume: ({ id, binding }, row, at) =>
      consume.run(row.tenant, id, binding, row.credential, at, clock.tick(), clock.boot).changes === 1,
  };
}
