import { dirname } from "node:path";
import type Sqlite from "better-sqlite3";
import type { AppendResult } from "../audit/audit-log.ts";
import { UntrustedHead } from "../audit/chain-head.ts";
import type { ChainJob, ChainWriter } from "../audit/chain-writer.ts";
import type { RunningRow } from "../audit/claim-table.ts";
import { toDraft } from "../audit/record-body.ts";
import { listSpoolWriters, recoverSpools, type SpoolRecovery } from "../audit/spool/recover-spools.ts";
import type { Caller } from "../model/caller.ts";
import type { JsonObject } from "../model/json.ts";
import { isDead, type ProcessIdentity } from "./process-identity.ts";
import type { RecoveredCall, StoreOptions } from "./store.ts";
import { toStoreError } from "./to-store-error.ts";

export interface RecoveryParts {
  readonly db: Sqlite.Database;
  readonly writer: ChainWriter;
  readonly own: ProcessIdentity;
  readonly spool: Pick<SpoolRecovery, "folder" | "key" | "tenant">;
  readonly onDeadCalls: StoreOptions["onDeadCalls"];
}

/**
 * Writes what dead writers left in their spools, then closes their calls with an `interrupted` outcome in the name of their
 * caller. Of several openers at once, one closes each call: a record is written only together with taking the call off the list.
 */
export async function recoverDeadCalls(parts: RecoveryParts): Promise<readonly RecoveredCall[]> {
  const { db, writer, own, onDeadCalls } = parts;
  const gone = findGone(parts);
  const isGone = (identity: string): boolean => gone.has(identity);
  const unwritten = inDataFolder(parts, () =>
    recoverSpools({ ...parts.spool, isDead: isGone, write: (jobs) => unlessUntrusted(() => writer.write(jobs)) }),
  );
  const dead = listRunning(db).filter((row) => isGone(row.writer));
  const callIds = new Set([...dead.map((row) => row.callId), ...unwritten]);
  if (callIds.size === 0) return [];
  await onDeadCalls?.([...callIds]);
  const results = closeCalls(writer, dead, own);
  return dead.filter((_row, index) => results[index]?.ok === true).map(({ callId, tool }) => ({ callId, tool }));
}

/**
 * Asked before the spools are recovered, and not again: what is in them then is all that these writers acknowledged. The
 * calls of one who dies later are closed by the next opener, which sees its spool as it was left.
 */
function findGone(parts: RecoveryParts): ReadonlySet<string> {
  const listed = listRunning(parts.db).map(({ writer }) => writer);
  const writers = new Set([...listed, ...inDataFolder(parts, () => listSpoolWriters(parts.spool))]);
  return new Set([...writers].filter((identity) => isDead(identity, parts.own)));
}

function inDataFolder<T>({ spool }: RecoveryParts, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw toStoreError(error, dirname(spool.folder));
  }
}

function closeCalls(writer: ChainWriter, dead: readonly RunningRow[], own: ProcessIdentity): readonly AppendResult[] {
  const at = new Date().toISOString();
  return unlessUntrusted(() => writer.write(dead.map((row) => toJob(row, own, at)))) ?? [];
}

/** A log that was tampered with takes no records, and must still open so that it can be examined. */
function unlessUntrusted<T>(write: () => T): T | null {
  try {
    return write();
  } catch (error) {
    if (error instanceof UntrustedHead) return null;
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
