import type Sqlite from "better-sqlite3";
import { describeFullLimit } from "../policy/limits/describe-full-limit.ts";
import type { ElapsedClock } from "../storage/elapsed-clock.ts";
import type { AppendResult, IntentClaims } from "./audit-log.ts";
import type { AuditKeys } from "./audit-keys.ts";
import { createHeadRow, isAuthentic, sealHead, UntrustedHead, type ChainHead, type HeadRow } from "./chain-head.ts";
import { CHECKPOINT_EVERY, createCheckpointTable } from "./checkpoints.ts";
import { createClaimTable, type ClaimTable, type LimitTable, type RunningRow } from "./claim-table.ts";
import { hashBody, renderBody, type RecordDraft } from "./record-body.ts";
import type { SpooledJob } from "./spool/spooled-job.ts";

/** A record to write, and what must happen together with it. */
export type ChainJob =
  | { readonly kind: "record"; readonly draft: RecordDraft }
  | {
      readonly kind: "intent";
      readonly draft: RecordDraft;
      readonly running: RunningRow;
      readonly approval: IntentClaims["approval"];
      readonly limits: IntentClaims["limits"];
    }
  | { readonly kind: "outcome"; readonly draft: RecordDraft; readonly tenant: string; readonly callId: string }
  /** Acknowledged already. Written unless it is in the log; `after` as of a `KeptJob`, `isOwn`: this process kept it. */
  | { readonly kind: "spooled"; readonly job: SpooledJob; readonly after: number; readonly isOwn: boolean }
  /** Written only if the call is still listed as running for that writer. */
  | { readonly kind: "interrupted"; readonly draft: RecordDraft; readonly running: RunningRow };

export interface ChainWriter {
  /** Writes all in one transaction, in order. A job whose claim fails is left out; any other failure throws and writes nothing. */
  write(jobs: readonly ChainJob[]): readonly AppendResult[];
  /** The number of the last record that this process knows of. */
  readonly seen: () => number;
  /** Signs the head unless it is signed. */
  checkpoint(): void;
}

export interface ChainWriterParts {
  readonly db: Sqlite.Database;
  readonly keys: AuditKeys;
  readonly clock: ElapsedClock;
  readonly limits: LimitTable;
}

/** The only code that adds to the chain. */
export function createChainWriter({ db, keys, clock, limits }: ChainWriterParts): ChainWriter {
  const headRow = createHeadRow(db);
  const claims = { ...createClaimTable(db, clock), limits };
  const checkpoints = createCheckpointTable(db, keys);
  const insert = db.prepare<[number, string, string]>("INSERT INTO audit(seq, body, hash) VALUES (?, ?, ?)");
  let known: ChainHead | null = null;

  const append = (head: { seq: number; hash: string }, draft: RecordDraft): void => {
    const body = renderBody(draft, head.seq + 1, head.hash);
    const bodyHash = hashBody(body);
    if (insert.run(head.seq + 1, body, bodyHash).changes !== 1) throw new UntrustedHead("swallowed a record");
    head.seq += 1;
    head.hash = bodyHash;
  };
  const writeGroup = db.transaction((jobs: readonly ChainJob[]): [AppendResult[], ChainHead] => {
    const before = readTrusted(headRow, keys, known);
    const head = { seq: before.seq, hash: before.hash };
    const isAlone = before.seq === known?.seq;
    const results = jobs.map((job): AppendResult => {
      const refusal = settleClaims(claims, job, isAlone);
      if (refusal !== null) return refusal;
      append(head, job.kind === "spooled" ? job.job.draft : job.draft);
      return { ok: true, seq: head.seq };
    });
    if (head.seq === before.seq) return [results, before];
    const after = sealHead(keys.headKey, head.seq, head.hash);
    headRow.write(after);
    if (Math.floor(after.seq / CHECKPOINT_EVERY) > Math.floor(before.seq / CHECKPOINT_EVERY)) checkpoints.add(after);
    return [results, after];
  });
  const signHead = db.transaction(() => checkpoints.add(readTrusted(headRow, keys, known)));

  return {
    write: (jobs) => {
      const [results, head] = writeGroup.immediate(jobs);
      known = head;
      return results;
    },
    seen: () => known?.seq ?? 0,
    checkpoint: () => signHead.immediate(),
  };
}

/**
 * Extending a head that someone else moved would seal their change, so it is checked before every use. `known` is the
 * last one this process saw: a log can only have grown since.
 */
function readTrusted(headRow: HeadRow, keys: AuditKeys, known: ChainHead | null): ChainHead {
  const head = headRow.read();
  if (head === null) throw new UntrustedHead("is gone");
  if (known !== null && head.seq === known.seq && head.hash === known.hash && head.mac === known.mac) return head;
  if (!isAuthentic(keys.headKey, head)) throw new UntrustedHead("was changed by someone without the key");
  if (known !== null && head.seq <= known.seq) throw new UntrustedHead("was set back to an earlier state");
  return head;
}

type Claims = ClaimTable & { readonly limits: LimitTable };

/**
 * Does what must come with the record; an answer means that the record must not be written.
 * @param isAlone no other process wrote since this one did
 */
function settleClaims(claims: Claims, job: ChainJob, isAlone: boolean): AppendResult | null {
  switch (job.kind) {
    case "record":
      return null;
    case "outcome":
      claims.endCall(job.tenant, job.callId);
      return null;
    case "interrupted":
      return claims.endCallOf(job.running) ? null : unavailable("The call was closed by another process.");
    case "spooled":
      return settleSpooled(claims, job, isAlone && job.isOwn);
    case "intent":
      return job.limits === undefined || job.limits.length === 0
        ? admit(claims, job)
        : admitWithin(claims, job, job.limits);
  }
}

/** It was let through by its own process, where no other could claim the same: nothing but having it already refuses it. */
function settleSpooled(
  claims: Claims,
  { job, after }: Extract<ChainJob, { kind: "spooled" }>,
  isNew: boolean,
): AppendResult | null {
  const callId = job.kind === "intent" ? job.running.callId : job.callId;
  if (!isNew && claims.isWritten(after, job.kind, callId)) return unavailable("It is in the log already.");
  if (job.kind === "intent") claims.startCall(job.running);
  else claims.endCall(job.tenant, callId);
  return null;
}

type Intent = Extract<ChainJob, { kind: "intent" }>;

function admit(claims: Claims, { running, approval, draft }: Intent): AppendResult | null {
  if (!claims.startCall(running)) {
    return unavailable(`The call ${JSON.stringify(running.callId)} is under way already.`);
  }
  if (approval === undefined || claims.consume(approval, running, draft.at)) return null;
  claims.endCallOf(running);
  const message = "The approval is not there, was used, is over, or was given for another call or caller.";
  return { ok: false, code: "APPROVAL_STALE", message };
}

/** Looked at again in here, where no other process can take the last place meanwhile; a refused call takes none. */
function admitWithin(claims: Claims, job: Intent, keys: NonNullable<IntentClaims["limits"]>): AppendResult | null {
  const { tenant, callId, startedAt } = job.running;
  const now = Date.parse(startedAt);
  for (const key of keys) {
    if (claims.limits.used(tenant, key, now) < key.max) continue;
    const full = describeFullLimit(key, claims.limits.read(tenant, key, now), now);
    if (full !== null) return { ok: false, code: "RATE_LIMITED", ...full };
  }
  const refusal = admit(claims, { ...job, running: { ...job.running, limits: claims.limits.toRunning(keys) } });
  if (refusal === null) claims.limits.count(tenant, keys, callId, now);
  return refusal;
}

function unavailable(message: string): AppendResult {
  return { ok: false, code: "AUDIT_UNAVAILABLE", message };
}
