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

export function renderKept(kept: KeptJob): string {
  return JSON.stringify(kept);
}

/** @param text as sealed by a process with the key, so that its form is not looked at again */
export function parseKept(text: string): KeptJob {
  return JSON.parse(text) as KeptJob;
}
