import type Sqlite from "better-sqlite3";
import { canonicalJson } from "../model/canonical-json.ts";
import { asJson } from "../model/json.ts";
import type { AppendQueue } from "./append-queue.ts";
import type { AppendResult, AuditEntry, AuditLog, IntentClaims } from "./audit-log.ts";
import type { AuditKeys } from "./audit-keys.ts";
import type { ChainJob, ChainWriter } from "./chain-writer.ts";
import { exportRecords } from "./export.ts";
import { createQuery } from "./query-records.ts";
import { toDraft } from "./record-body.ts";
import { verifyChain } from "./verify/verify-chain.ts";

export interface AuditLogParts {
  readonly db: Sqlite.Database;
  readonly writer: ChainWriter;
  readonly keys: AuditKeys;
  readonly tenant: string;
  /** Identity of this process, as stored with the calls it runs. */
  readonly writerIdentity: string;
  /** A second, read-only connection: verifying must not stop appending. The caller of this closes it. */
  readonly openReader: () => Sqlite.Database;
  readonly queue: AppendQueue;
}

const CHECKPOINT_INTERVAL_MS = 10_000;

/** The log of one process. `close` commits what is queued and signs the head; later appends are refused. */
export function createAuditLog(parts: AuditLogParts): AuditLog & { close(): void; settle(): void } {
  const { db, writer, keys, tenant, queue } = parts;
  const find = createQuery(db, tenant);
  const timer = setInterval(() => signQuietly(writer), CHECKPOINT_INTERVAL_MS);
  timer.unref();
  return {
    append: (entry) => queue.add({ kind: "record", draft: toDraft(entry, now()) }),
    appendIntent: (entry, claims) =>
      entry.callId === null || entry.tool === null
        ? Promise.resolve(unavailable("An intent needs a call and a tool."))
        : queue.add(toIntent(parts, entry, claims)),
    appendOutcome: (entry) =>
      queue.add({ kind: "outcome", draft: toDraft(entry, now()), tenant, callId: entry.callId ?? "" }),
    query(filter) {
      queue.settle();
      return find(filter);
    },
    verify(onProgress) {
      queue.settle();
      return withReader(parts, (reader) => verifyChain(reader, keys, onProgress));
    },
    checkpoint: () =>
      attempt(() => {
        queue.settle();
        writer.checkpoint();
      }),
    exportLines: () => {
      const openSigned = (): Sqlite.Database => {
        queue.settle();
        writer.checkpoint();
        return parts.openReader();
      };
      return exportRecords(openSigned, keys);
    },
    settle: queue.settle,
    close: () => {
      clearInterval(timer);
      queue.close();
      signQuietly(writer);
    },
  };
}

function toIntent(parts: AuditLogParts, entry: AuditEntry, claims: IntentClaims | undefined): ChainJob {
  const at = now();
  const running = {
    tenant: parts.tenant,
    callId: entry.callId ?? "",
    tool: entry.tool ?? "",
    caller: canonicalJson(asJson(entry.caller)),
    credential: entry.caller.credential,
    workspace: entry.workspace,
    startedAt: at,
    writer: parts.writerIdentity,
    limits: null,
  };
  return { kind: "intent", draft: toDraft(entry, at), running, approval: claims?.approval, limits: claims?.limits };
}

/** A checkpoint that fails now is made up for by the next one, and `verify` tells what is wrong. */
function signQuietly(writer: ChainWriter): void {
  try {
    writer.checkpoint();
  } catch {
    // Appending reports the same trouble to someone who can act on it.
  }
}

async function withReader<T>(parts: AuditLogParts, work: (reader: Sqlite.Database) => Promise<T>): Promise<T> {
  const reader = parts.openReader();
  try {
    return await work(reader);
  } finally {
    reader.close();
  }
}

function attempt(work: () => void): Promise<void> {
  return new Promise((resolve) => {
    work();
    resolve();
  });
}

function unavailable(message: string): AppendResult {
  return { ok: false, code: "AUDIT_UNAVAILABLE", message };
}

function now(): string {
  return new Date().toISOString();
}
