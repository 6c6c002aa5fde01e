import { setImmediate as nextTurn } from "node:timers";
import type { AppendResult } from "./audit-log.ts";
import type { ChainJob, ChainWriter } from "./chain-writer.ts";
import type { Backlog } from "./spool/create-backlog.ts";

/** What is to be added to the log, and when that is done. */
export interface AppendQueue {
  /** Resolves once the record is on disk: in the log, or in the spool of this process and soon in the log. */
  readonly add: (job: ChainJob) => Promise<AppendResult>;
  /** Writes to the log what only the spool has: whoever reads the log sees all that was acknowledged. */
  readonly settle: () => void;
  /** Writes all that waits; later jobs are refused. */
  readonly close: () => void;
}

export interface AppendQueueParts {
  readonly writer: ChainWriter;
  readonly backlog: Backlog;
  /** Puts a failed commit into words for the caller of a tool. */
  readonly describeFailure: (error: unknown) => string;
}

/** Longer queues are committed in several groups, so that the event loop gets its turn in between. */
const MAX_GROUP = 256;
/** How long, and how many records, the log may be behind the spool. */
const SETTLE_MS = 25;
const MAX_SPOOLED = 128;
const RETRY_MS = 1000;

interface Queued {
  readonly job: ChainJob;
  readonly resolve: (result: AppendResult) => void;
}

/**
 * Calls that come together are committed together. One that comes alone would pay for a commit before it runs and for
 * another before it is answered: it is written to the spool instead, and to the log together with those that follow.
 */
export function createAppendQueue(parts: AppendQueueParts): AppendQueue {
  const { backlog } = parts;
  const queue: Queued[] = [];
  let timer: NodeJS.Timeout | undefined;
  let isScheduled = false;
  let isClosed = false;
  /** As long as the log takes nothing, nothing is acknowledged that is not in it. */
  let hasFailed = false;

  const commit = (group: readonly Queued[]): void => {
    clearTimeout(timer);
    timer = undefined;
    const before = backlog.jobs();
    if (before.length + group.length === 0) return;
    const written = tryToWrite(parts, [...before, ...group.map(({ job }) => job)]);
    hasFailed = !written.ok;
    for (const [index, { job, resolve }] of group.entries()) {
      const result = written.ok ? written.results[before.length + index] : unavailable(written.why);
      if (job.kind === "intent" && result?.ok === true) backlog.admitted(job);
      resolve(result ?? unavailable("The record was not written."));
    }
    if (written.ok) backlog.clear();
    // It is on disk, so nothing has to live on for it.
    else if (before.length > 0 && !isClosed) timer = setTimeout(settle, RETRY_MS).unref();
  };
  const settle = (): void => {
    if (backlog.jobs().length > 0) commit([]);
  };
  const flush = (): void => {
    isScheduled = false;
    commit(queue.splice(0, MAX_GROUP));
    if (queue.length > 0) schedule();
  };
  const schedule = (): void => {
    if (isScheduled) return;
    isScheduled = true;
    // After every callback of this turn, so that calls that arrived together are committed together.
    nextTurn(flush);
  };

  return {
    add(job) {
      if (isClosed) return Promise.resolve(unavailable("The store is closed."));
      // The bound also gives the event loop its turn where calls follow each other without leaving it one.
      const mayBeKept = queue.length === 0 && !hasFailed && backlog.jobs().length < MAX_SPOOLED;
      if (backlog.take(job, mayBeKept)) {
        if (backlog.jobs().length === MAX_SPOOLED) nextTurn(settle);
        timer ??= setTimeout(settle, SETTLE_MS);
        return Promise.resolve({ ok: true, seq: null });
      }
      return new Promise((resolve) => {
        queue.push({ job, resolve });
        schedule();
      });
    },
    settle,
    close() {
      if (isClosed) return;
      isClosed = true;
      do flush();
      while (queue.length > 0);
      // What could not be written stays for whoever opens the log next.
      backlog.close();
    },
  };
}

type Written =
  { readonly ok: true; readonly results: readonly AppendResult[] } | { readonly ok: false; readonly why: string };

function tryToWrite({ writer, describeFailure }: AppendQueueParts, jobs: readonly ChainJob[]): Written {
  try {
    return { ok: true, results: writer.write(jobs) };
  } catch (error) {
    return { ok: false, why: describeFailure(error) };
  }
}

function unavailable(message: string): AppendResult {
  return { ok: false, code: "AUDIT_UNAVAILABLE", message };
}
