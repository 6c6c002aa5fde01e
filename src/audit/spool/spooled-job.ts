import type { RunningRow } from "../claim-table.ts";
import type { RecordDraft } from "../record-body.ts";

/** What may go by way of a spool: it claims nothing that another process could claim as well. */
export type SpooledJob =
  | { readonly kind: "intent"; readonly draft: RecordDraft; readonly running: RunningRow }
  | { readonly kind: "outcome"; readonly draft: RecordDraft; readonly tenant: string; readonly callId: string };

/** A job as a spool keeps it. */
export interface KeptJob {
  /** The number of a record that was in the log already: its own has a higher one. */
  readonly after: number;
  readonly job: SpooledJob;
}

/** The parts of the record are JSON already, in which no tab stands: they are not quoted a second time. */
export function renderKept({ after, job }: KeptJob): string {
  const { draft, ...rest } = job;
  return [JSON.stringify({ after, at: draft.at, job: rest }), draft.before, draft.after].join("\t");
}

/** @param text as sealed by a process with the key, so that its form is not looked at again */
export function parseKept(text: string): KeptJob {
  const [head = "", before = "", after = ""] = text.split("\t");
  const kept = JSON.parse(head) as { readonly after: number; readonly at: string; readonly job: SpooledJob };
  return { after: kept.after, job: { ...kept.job, draft: { at: kept.at, before, after } } };
}
