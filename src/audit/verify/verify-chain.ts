import { setImmediate as nextTurn } from "node:timers/promises";
import type Sqlite from "better-sqlite3";
import type { AuditVerification } from "../audit-log.ts";
import type { AuditKeys } from "../audit-keys.ts";
import { AUDIT_TABLE } from "../audit-schema.ts";
import { createHeadRow, isAuthentic } from "../chain-head.ts";
import { createCheckpointTable, isSigned, type Checkpoint } from "../checkpoints.ts";
import { classifyBreak, type ChainRow } from "./classify-break.ts";
import { judgeWalk, type Fault, type Walk } from "./judge-walk.ts";
import { hashBody, matchPlace, NO_HASH } from "../record-body.ts";

/** Records between two turns of the event loop: one to two milliseconds. */
const BATCH = 512;

/**
 * Checks the whole log as it stands at one moment, on a connection of its own, and reports the first bad record. What it
 * cannot see: a data folder set back as a whole to an earlier state, or an end cut off that no checkpoint had signed yet.
 */
export async function verifyChain(
  db: Sqlite.Database,
  keys: AuditKeys,
  onProgress: (checked: number, total: number) => void = () => undefined,
): Promise<AuditVerification> {
  db.exec("BEGIN");
  let checked = 0;
  try {
    const schemaFault = checkTable(db);
    if (schemaFault !== null) return toFailure(0, schemaFault);
    const head = createHeadRow(db).read();
    const checkpoints = createCheckpointTable(db, keys).list();
    const walk = startWalk(head?.seq ?? 0);
    const total = countRecords(db);
    for (const size of walkBatches(db, walk, checkpoints, keys)) {
      checked += size;
      onProgress(checked, total);
      await nextTurn();
    }
    const isSealed = head !== null && isAuthentic(keys.headKey, head);
    const later = checkpoints.findLast(
      (checkpoint) => checkpoint.seq > walk.seq && isSigned(checkpoint, keys.publicKey, keys.keyId),
    );
    const fault = judgeWalk(walk, { head, isSealed, laterCheckpoint: later?.seq ?? null });
    if (fault !== null) return toFailure(checked, fault);
    return { ok: true, records: checked, checkpoints: checkpoints.length, headHash: walk.hash };
  } catch (error) {
    // SQLITE_ERROR: a table or column that this reads is gone.
    if (!/^SQLITE_(CORRUPT|NOTADB|ERROR)/.test(String((error as NodeJS.ErrnoException).code))) throw error;
    const message = `The database cannot be read after record ${checked} (${(error as Error).message}).`;
    return toFailure(checked, { seq: checked + 1, kind: "malformed", message });
  } finally {
    if (db.inTransaction) db.exec("ROLLBACK");
  }
}

function toFailure(records: number, fault: Fault): AuditVerification {
  return { ok: false, records, seq: fault.seq, kind: fault.kind, message: fault.message };
}

/** With another table definition, the columns that are searched need not say what the bodies say. */
function checkTable(db: Sqlite.Database): Fault | null {
  const sql = db.prepare("SELECT sql FROM sqlite_schema WHERE type = 'table' AND name = 'audit'").pluck().get();
  if (sql === AUDIT_TABLE) return null;
  return { seq: 1, kind: "malformed", message: "The log's table was redefined: its columns need not fit its bodies." };
}

function countRecords(db: Sqlite.Database): number {
  return Number(db.prepare("SELECT count(*) FROM audit").pluck().get());
}

function startWalk(headSeq: number): Walk & { seq: number; hash: string } {
  return {
    seq: 0,
    hash: NO_HASH,
    headSeq,
    hashAtHead: headSeq === 0 ? NO_HASH : null,
    signedSeq: 0,
    fault: null,
    checkpointFault: null,
  };
}

/** Follows the chain to its end or first fault; yields after each batch the number of good records in it. */
function* walkBatches(
  db: Sqlite.Database,
  walk: Walk,
  checkpoints: readonly Checkpoint[],
  keys: AuditKeys,
): Generator<number> {
  const select = db
    .prepare<[number], [number, string, string]>(
      `SELECT seq, body, hash FROM audit WHERE seq > ? ORDER BY seq LIMIT ${BATCH}`,
    )
    .raw();
  let after = Number.NEGATIVE_INFINITY;
  let next = 0;
  for (;;) {
    const rows = select.all(after);
    const start = walk.seq;
    for (const [seq, body, hash] of rows) {
      if (seq !== walk.seq + 1 || hash !== hashBody(body) || !matchPlace(body, seq, walk.hash)) {
        const row: ChainRow = { seq, body, hash };
        walk.fault = classifyBreak(db, row, { seq: walk.seq, hash: walk.hash, headSeq: walk.headSeq });
        break;
      }
      walk.seq = seq;
      walk.hash = hash;
      if (seq === walk.headSeq) walk.hashAtHead = hash;
      for (; (checkpoints[next]?.seq ?? Infinity) <= seq; next += 1) meetCheckpoint(walk, checkpoints[next], keys);
    }
    if (rows.length > 0) yield walk.seq - start;
    if (walk.fault !== null || rows.length < BATCH) break;
    after = walk.seq;
  }
  for (; next < checkpoints.length && walk.fault === null; next += 1) meetCheckpoint(walk, checkpoints[next], keys);
}

/** Notes the first checkpoint that is forged or signs another log than this. */
function meetCheckpoint(walk: Walk, checkpoint: Checkpoint | undefined, keys: AuditKeys): void {
  if (checkpoint === undefined || walk.checkpointFault !== null) return;
  if (!isSigned(checkpoint, keys.publicKey, keys.keyId)) {
    const message = `The checkpoint at record ${checkpoint.seq} was not signed with this log's key.`;
    walk.checkpointFault = { seq: Math.max(1, checkpoint.seq), kind: "checkpoint", message, until: checkpoint.seq };
  } else if (checkpoint.seq === walk.seq && checkpoint.hash !== walk.hash) {
    const message = `The checkpoint at record ${checkpoint.seq} signs another log: a record since ${walk.signedSeq + 1} was rewritten.`;
    walk.checkpointFault = { seq: walk.signedSeq + 1, kind: "checkpoint", message, until: checkpoint.seq };
  } else if (checkpoint.seq === walk.seq) walk.signedSeq = checkpoint.seq;
}
