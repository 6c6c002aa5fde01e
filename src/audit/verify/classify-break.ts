import type Sqlite from "better-sqlite3";
import type { TamperKind } from "../audit-log.ts";
import type { Fault } from "./judge-walk.ts";
import { hashBody, parseBody, readPlace } from "../record-body.ts";

export interface ChainRow {
  readonly seq: number;
  readonly body: string;
  readonly hash: string;
}

/** The last good record, and where the log should end. */
export interface GoodEnd {
  readonly seq: number;
  readonly hash: string;
  readonly headSeq: number;
}

/** Says what was done to the first record that does not continue the chain. Slow: runs once, on a log known to be bad. */
export function classifyBreak(db: Sqlite.Database, row: ChainRow, good: GoodEnd): Fault {
  const expected = good.seq + 1;
  if (row.seq < expected) return fault(row.seq, "inserted", "stands before the log's first record");
  if (row.seq > expected && expected > good.headSeq) return fault(row.seq, "inserted", "stands beyond the log's end");
  if (row.seq > expected) return classifyGap(db, expected, row.seq);
  const record = parseBody(row.body, row.hash);
  if (record === null) return fault(expected, "malformed", "is not the canonical text of a record");
  if (row.hash !== hashBody(row.body)) return fault(expected, "altered", "is not the text that was hashed");
  if (record.seq > expected) return classifyGap(db, expected, record.seq);
  if (record.seq < expected) return classifyRepeat(db, row, record.seq);
  // Its number is right and it hangs on another record than the one before it: that one is not what it was.
  if (good.seq === 0) return fault(1, "altered", "does not begin a log");
  return fault(good.seq, "altered", `is not the record that record ${expected} was written after`);
}

/** In the place of `expected` stands a later record. */
function classifyGap(db: Sqlite.Database, expected: number, standsThere: number): Fault {
  const elsewhere = findByBody(db, expected);
  if (elsewhere === null) return fault(expected, "removed", `is missing; record ${standsThere} follows in its place`);
  return fault(expected, "reordered", `was moved to place ${elsewhere}`);
}

/** A record calls itself by the number of an earlier one. */
function classifyRepeat(db: Sqlite.Database, row: ChainRow, claimed: number): Fault {
  const earlier = db.prepare<[number], string>("SELECT hash FROM audit WHERE seq = ?").pluck().get(claimed);
  if (earlier === undefined || earlier === row.hash) {
    return fault(row.seq, "inserted", `is a copy of record ${claimed}`);
  }
  return fault(claimed, "inserted", `was put in: the record after it has the same number`);
}

/** Place of the record whose body states this number, or `null`. */
function findByBody(db: Sqlite.Database, seq: number): number | null {
  const select = db.prepare<[number], { seq: number; body: string }>(
    "SELECT seq, body FROM audit WHERE seq > ? ORDER BY seq",
  );
  for (const row of select.iterate(seq)) if (readPlace(row.body) === seq) return row.seq;
  return null;
}

function fault(seq: number, kind: TamperKind, problem: string): Fault {
  return { seq, kind, message: `Record ${seq} ${problem}.` };
}
