import type { TamperKind } from "../audit-log.ts";
import type { ChainHead } from "../chain-head.ts";

/** The first bad record, and what was done to it. */
export interface Fault {
  readonly seq: number;
  readonly kind: TamperKind;
  readonly message: string;
}

/** What walking the chain found. */
export interface Walk {
  /** Last good record, and its hash. */
  seq: number;
  hash: string;
  /** Where the stored head says that the log ends. */
  readonly headSeq: number;
  /** The chain's own hash there; `null` when the walk did not get so far. */
  hashAtHead: string | null;
  /** Last record that a good checkpoint vouches for. */
  signedSeq: number;
  /** A break inside the chain. */
  fault: Fault | null;
  /** First checkpoint that does not fit; the change behind it lies at or before record `until`. */
  checkpointFault: (Fault & { readonly until: number }) | null;
}

export interface LogEnd {
  readonly head: ChainHead | null;
  /** Whether the head carries the writers' authentication code. */
  readonly isSealed: boolean;
  /** Highest record beyond the chain's end that a good checkpoint vouches for. */
  readonly laterCheckpoint: number | null;
}

/** The first fault of the log, or `null` for a sound one. */
export function judgeWalk(walk: Walk, end: LogEnd): Fault | null {
  const { fault, checkpointFault } = walk;
  // A break names its record exactly; a checkpoint only says "somewhere up to here".
  if (fault !== null) {
    return checkpointFault !== null && checkpointFault.until < fault.seq ? toFault(checkpointFault) : fault;
  }
  if (end.laterCheckpoint !== null) {
    return truncated(walk, `a checkpoint signs record ${end.laterCheckpoint}`);
  }
  return judgeHead(walk, end) ?? (checkpointFault === null ? null : toFault(checkpointFault));
}

function judgeHead(walk: Walk, { head, isSealed }: LogEnd): Fault | null {
  if (head === null) return rewritten(walk, "The log's head is gone");
  if (!isSealed) return rewritten(walk, "The log's head was not written by a holder of the key");
  if (head.seq > walk.seq) return truncated(walk, `the log's head is at record ${head.seq}`);
  if (walk.hashAtHead !== head.hash) return rewritten(walk, "The log's head belongs to another log");
  if (head.seq === walk.seq) return null;
  const message = `Record ${head.seq + 1} was put in: the log ends at record ${head.seq}.`;
  return { seq: head.seq + 1, kind: "inserted", message };
}

/** Everything up to the last good checkpoint is vouched for; any record after it may be the first that was rewritten. */
function rewritten(walk: Walk, problem: string): Fault {
  const seq = Math.max(1, Math.min(walk.signedSeq + 1, walk.seq));
  return { seq, kind: "rewritten", message: `${problem}: the log may have been rewritten from record ${seq} on.` };
}

function truncated(walk: Walk, witness: string): Fault {
  const seq = walk.seq + 1;
  return { seq, kind: "truncated", message: `The log ends before record ${seq}, but ${witness}.` };
}

function toFault({ seq, kind, message }: Fault): Fault {
  return { seq, kind, message };
}
