import type { AuditLog, AuditRecord, RecordKind } from "../../audit/audit-log.ts";

/** Records that may hold a decision. */
const KINDS: readonly RecordKind[] = ["intent", "refused", "pending"];
/** A record may hold a whole file that a tool was to write, so that a page stays small. */
const PAGE = 100;

export interface ReadOptions {
  /** ISO 8601; records at or after. */
  readonly since: string;
  readonly onProgress?: ((done: number, total: number) => void) | undefined;
}

/** Every record from `since` until now that may hold a decision, oldest first, a page at a time. */
export async function* readDecided(
  audit: Pick<AuditLog, "query">,
  { since, onProgress }: ReadOptions,
): AsyncGenerator<AuditRecord> {
  const [newest] = await audit.query({ since, limit: 1 });
  const [oldest] = await audit.query({ since, afterSeq: 0, limit: 1 });
  if (newest === undefined || oldest === undefined) return;
  const total = newest.seq - oldest.seq + 1;
  // What is written from here on, by this very gateway, would never end.
  const streams = KINDS.map((kind) => readKind(audit, kind, { since, until: newest.seq }));
  const heads = await Promise.all(streams.map((stream) => stream.next()));
  for (;;) {
    const at = findOldest(heads);
    const head = heads[at];
    const stream = streams[at];
    if (head === undefined || stream === undefined || head.done === true) return;
    onProgress?.(head.value.seq - oldest.seq, total);
    yield head.value;
    heads[at] = await stream.next();
  }
}

async function* readKind(
  audit: Pick<AuditLog, "query">,
  kind: RecordKind,
  { since, until }: { readonly since: string; readonly until: number },
): AsyncGenerator<AuditRecord, void> {
  let afterSeq = 0;
  for (;;) {
    const page = await audit.query({ kind, since, afterSeq, limit: PAGE });
    for (const record of page) {
      if (record.seq > until) return;
      yield record;
      afterSeq = record.seq;
    }
    if (page.length < PAGE) return;
  }
}

function findOldest(heads: readonly IteratorResult<AuditRecord, void>[]): number {
  const seqs = heads.map((head) => (head.done === true ? Number.POSITIVE_INFINITY : head.value.seq));
  return seqs.indexOf(Math.min(...seqs));
}
