import { setImmediate as nextTurn } from "node:timers";
import type Sqlite from "better-sqlite3";
import { canonicalJson } from "../model/canonical-json.ts";
import type { AppendResult, AuditEntry, AuditLog, IntentClaims } from "./audit-log.ts";
import type { AuditKeys } from "./audit-keys.ts";
import type { ChainJob, ChainWriter } from "./chain-writer.ts";
import { exportRecords } from "./export.ts";
import { createQuery } from "./query-records.ts";
import { toDraft } from "./record-body.ts";
import { verifyChain } from "./verify-chain.ts";

export interface AuditLogParts {
  readonly db: Sqlite.Database;
  readonly writer: ChainWriter;
  readonly keys: AuditKeys;
  readonly tenant: string;
  /** Identity of this process, as stored with the calls it runs. */
  readonly writerIdentity: string;
  /** A second, read-only connection: verifying must not stop appending. The caller of this closes it. */
  readonly openReader: () => Sqlite.Database;
  /** Puts a failed commit into words for the caller of a tool. */
  readonly describeFailure: (error: unknown) => string;
}

/** Longer queues are committed in several groups, so that the event loop gets its turn in between. */
const MAX_GROUP = 256;
const CHECKPOINT_INTERVAL_MS = 10_000;

interface Queued {
  readonly job: ChainJob;
  readonly resolve: (result: AppendResult) => void;
}

/** The log of one process. `close` commits what is queued and signs the head; later appends are refused. */
export function createAuditLog(parts: AuditLogParts): AuditLog & { close(): void } {
  const { db, writer, keys, tenant } = parts;
  const queue: Queued[] = [];
  let scheduled = false;
  let closed = false;
  /** Calls of this process between their intent and their outcome. */
  let open = 0;

  const flush = (): void => {
    scheduled = false;
    const group = queue.splice(0, MAX_GROUP);
    if (group.length === 0) return;
    const results = commit(parts, group);
    group.forEach(({ job, resolve }, index) => {
      const result = results[index] ?? unavailable("The record was not written.");
      if (result.ok && job.kind === "intent") open += 1;
      if (job.kind === "outcome") open -= 1;
      resolve(result);
    });
    if (queue.length > 0) schedule();
  };
  const schedule = (): void => {
    if (scheduled) return;
    scheduled = true;
    // After every callback of this turn, so that calls that arrived together are committed together.
    nextTurn(flush);
  };
  const enqueue = (toJob: () => ChainJob): Promise<AppendResult> => {
    if (closed) return Promise.resolve(unavailable("The store is closed."));
    return new Promise((resolve) => {
      const job = toJob();
      queue.push({ job, resolve });
      if (isAlone(job)) flush();
      else schedule();
    });
  };
  /** Nothing is to be expected that could be committed together with it: waiting for the turn to end would only be waiting. */
  const isAlone = ({ kind }: ChainJob): boolean =>
    queue.length === 1 && ((kind === "intent" && open === 0) || (kind === "outcome" && open === 1));
  const timer = setInterval(() => signQuietly(writer), CHECKPOINT_INTERVAL_MS);
  timer.unref();

  return {
    append: (entry) => enqueue(() => ({ kind: "record", draft: toDraft(entry, now()) })),
    appendIntent: (entry, claims) =>
      entry.callId === null || entry.tool === null
        ? Promise.resolve(unavailable("An intent needs a call and a tool."))
        : enqueue(() => toIntent(parts, entry, claims)),
    appendOutcome: (entry) =>
      enqueue(() => ({ kind: "outcome", draft: toDraft(entry, now()), tenant, callId: entry.callId ?? "" })),
    query: createQuery(db, tenant),
    verify: (onProgress) => withReader(parts, (reader) => verifyChain(reader, keys, onProgress)),
    checkpoint: () => attempt(() => writer.checkpoint()),
    exportLines: () => {
      const openSigned = (): Sqlite.Database => {
        writer.checkpoint();
        return parts.openReader();
      };
      return exportRecords(openSigned, keys);
    },
    close: () => {
      if (closed) return;
      closed = true;
      clearInterval(timer);
      while (queue.length > 0) flush();
      signQuietly(writer);
    },
  };
}

function commit(parts: AuditLogParts, group: readonly Queued[]): readonly AppendResult[] {
  try {
    return parts.writer.write(group.map((queued) => queued.job));
  } catch (error) {
    const message = parts.describeFailure(error);
    return group.map(() => unavailable(message));
  }
}

function toIntent(parts: AuditLogParts, entry: AuditEntry, claims: IntentClaims | undefined): ChainJob {
  const at = now();
  const running = {
    tenant: parts.tenant,
    callId: entry.callId ?? "",
    tool: entry.tool ?? "",
    caller: canonicalJson({ ...entry.caller }),
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
