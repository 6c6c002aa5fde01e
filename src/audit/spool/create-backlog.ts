import type { ChainJob } from "../chain-writer.ts";
import type { Spool } from "./create-spool.ts";
import type { SpooledJob } from "./spooled-job.ts";

/** What the spool has and the log has not. */
export interface Backlog {
  /** Notes a job, and keeps it if it `mayBeKept` and comes alone. `false`: it has to go to the log itself. */
  take(job: ChainJob, mayBeKept: boolean): boolean;
  /** A call was let through by the log itself. */
  admitted(intent: Extract<ChainJob, { kind: "intent" }>): void;
  /** In the order in which they were kept. */
  jobs(): readonly ChainJob[];
  /** All of them are in the log. */
  clear(): void;
  /** What is not in the log stays on disk. */
  close(): void;
}

export interface BacklogParts {
  /** `null`: every record goes to the log itself. */
  readonly spool: Spool | null;
  /** Calls that go to the log itself before the first goes by way of the spool: a process that soon ends needs none. */
  readonly spoolAfter: number;
  /** The number of the last record that this process knows of. */
  readonly seen: () => number;
}

/** Made for calls that come alone: as soon as others are under way, committing them together is cheaper. */
export function createBacklog({ spool, spoolAfter, seen }: BacklogParts): Backlog {
  /** Calls of this process between their intent and their outcome, and whether they hold a place that others wait for. */
  const open = new Map<string, boolean>();
  let jobs: ChainJob[] = [];
  let calls = 0;

  const keep = (job: SpooledJob | null): boolean => {
    if (spool === null || job === null || calls <= spoolAfter) return false;
    const others = job.kind === "intent" ? open.size : open.size - 1;
    if (others > 0 || (job.kind === "outcome" && open.get(job.callId) === true)) return false;
    const after = seen();
    if (!spool.keep({ after, job })) return false;
    jobs.push({ kind: "spooled", job, after, isOwn: true });
    return true;
  };
  return {
    take(job, mayBeKept) {
      if (job.kind === "intent") calls += 1;
      const isKept = mayBeKept && keep(toSpooled(job));
      if (job.kind === "outcome") open.delete(job.callId);
      if (job.kind === "intent" && isKept) open.set(job.running.callId, false);
      return isKept;
    },
    admitted: ({ running, limits }) =>
      void open.set(running.callId, limits?.some(({ kind }) => kind === "concurrent") === true),
    jobs: () => jobs,
    clear() {
      if (jobs.length > 0) spool?.clear();
      jobs = [];
    },
    close: () => spool?.close(jobs.length > 0),
  };
}

/** What claims something that another process may claim at the same moment goes to the log itself. */
function toSpooled(job: ChainJob): SpooledJob | null {
  if (job.kind === "outcome") return job;
  if (job.kind !== "intent" || job.approval !== undefined || (job.limits ?? []).length > 0) return null;
  const { kind, draft, running } = job;
  return { kind, draft, running };
}
