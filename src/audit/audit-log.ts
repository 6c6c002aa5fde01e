import type { Caller } from "../model/caller.ts";
import type { JsonObject } from "../model/json.ts";
import type { LimitKey } from "../storage/repositories.ts";

/** What a record is about. One call has one story: `refused`, or `pending`, or an `intent` followed by its `outcome`. */
export const RECORD_KINDS = ["intent", "outcome", "refused", "pending", "admin"] as const;
export type RecordKind = (typeof RECORD_KINDS)[number];

/** A record before it has a place in the chain. */
export interface AuditEntry {
  readonly kind: RecordKind;
  /** The call that this belongs to; `null` for `admin` records. */
  readonly callId: string | null;
  readonly tool: string | null;
  /** `success`, `failed`, `refused`, `pending`, `interrupted` … for what ended; the action's name for `admin`. */
  readonly status: string | null;
  readonly code: string | null;
  readonly caller: Caller;
  readonly workspace: string;
  /** Everything else: plan, decision, evidence, error, or what an operator changed. */
  readonly data: JsonObject;
}

/** A record as stored and hashed. */
export interface AuditRecord extends AuditEntry {
  readonly seq: number;
  /** ISO 8601 UTC with milliseconds, from the writer's clock. */
  readonly at: string;
  /** Lower-case hex SHA-256 of the previous record; 64 zeros for the first. */
  readonly previousHash: string;
  readonly hash: string;
}

/** Further work that must succeed or fail together with the intent record. */
export interface IntentClaims {
  /** Approval to consume; the append is refused unless it is approved, unconsumed, in time and bound to `binding`. */
  readonly approval?: { readonly id: string; readonly binding: string } | undefined;
  /** Limits to count the call in; the append is refused when one is full by now. @default none */
  readonly limits?: readonly LimitKey[] | undefined;
}

export type AppendResult =
  /** `seq` is the record's number; `null`: it is on disk beside the log, which gives it a number a moment later. */
  | { readonly ok: true; readonly seq: number | null }
  /** Nothing was written. */
  | {
      readonly ok: false;
      readonly code: "APPROVAL_STALE" | "AUDIT_UNAVAILABLE" | "RATE_LIMITED";
      readonly message: string;
      readonly retryAfterMs?: number | undefined;
    };

/** Append-only, tamper-evident history, shared by every process that opened the same database. */
export interface AuditLog {
  /** Resolves once the record is committed. Records appended in the same turn share one transaction. */
  append(entry: AuditEntry): Promise<AppendResult>;
  /** Like `append` for an `intent`: also lists the call as running, so that a dead writer's calls can be closed. */
  appendIntent(entry: AuditEntry, claims?: IntentClaims): Promise<AppendResult>;
  /** Like `append` for an `outcome`: also takes the call off the list of running calls. */
  appendOutcome(entry: AuditEntry): Promise<AppendResult>;
  query(filter: AuditFilter): Promise<readonly AuditRecord[]>;
  verify(onProgress?: (checked: number, total: number) => void): Promise<AuditVerification>;
  /** Signs the head now. Also happens every 1,000 records, every 10 s with new records, and at close. */
  checkpoint(): Promise<void>;
  /** Signs the head, then gives the whole log as JSON lines that `verifyExport` can check without the database. */
  exportLines(): AsyncIterable<string>;
}

export interface AuditFilter {
  readonly callId?: string | undefined;
  readonly tool?: string | undefined;
  readonly kind?: RecordKind | undefined;
  readonly status?: string | undefined;
  readonly principal?: string | undefined;
  /** Records with a sequence number above this, oldest first. */
  readonly afterSeq?: number | undefined;
  /** ISO 8601; records at or after. */
  readonly since?: string | undefined;
  /** @default 50; the newest when `afterSeq` is absent, returned oldest first. */
  readonly limit?: number | undefined;
}

export type TamperKind =
  /** The stored text is not what was hashed. */
  | "altered"
  /** A record's link does not fit the one before it: something was taken out, put in, or moved. */
  | "removed"
  | "inserted"
  | "reordered"
  /** The end of the log is missing: the head or a checkpoint knows of later records. */
  | "truncated"
  /** The head's authentication code does not fit: the log was rewritten by someone without the key. */
  | "rewritten"
  /** A checkpoint's signature does not fit, or it signs another hash than the log has. */
  | "checkpoint"
  /** The body is not a record: not canonical JSON, or its columns disagree with it. */
  | "malformed";

export type AuditVerification =
  | { readonly ok: true; readonly records: number; readonly checkpoints: number; readonly headHash: string }
  | {
      readonly ok: false;
      readonly records: number;
      /** The first bad record. */
      readonly seq: number;
      readonly kind: TamperKind;
      readonly message: string;
    };
