import type { AuditLog } from "../../../audit/audit-log.ts";
import { findId } from "../../arguments/find-id.ts";

const PAGE = 1000;
const HOUR_MS = 3_600_000;
/** A call waits at most a day for a human before its first record is written. */
const LATEST_RECORD_MS = 48 * HOUR_MS;

/** The id of the recorded call that `given` is the beginning of; `given` itself when no call is. */
export async function findCallId(given: string, audit: Pick<AuditLog, "query">): Promise<string> {
  if (!/^[0-9a-f-]{4,35}$/i.test(given)) return given;
  const { since, until } = toPeriod(given);
  const ids = new Set<string>();
  for (let afterSeq = 0; ;) {
    const records = await audit.query({ afterSeq, since, limit: PAGE });
    for (const { callId } of records) if (callId?.startsWith(given.toLowerCase()) === true) ids.add(callId);
    const last = records.at(-1);
    if (last === undefined || last.at > until) return findId(given, ids);
    afterSeq = last.seq;
  }
}

/** Ids of calls begin with their time in milliseconds, which says where in a long history to look. */
function toPeriod(beginning: string): { readonly since: string; readonly until: string } {
  const digits = beginning.replaceAll("-", "").slice(0, 12);
  const first = Number.parseInt(digits.padEnd(12, "0"), 16) - HOUR_MS;
  const last = Number.parseInt(digits.padEnd(12, "f"), 16) + LATEST_RECORD_MS;
  return { since: toTime(first), until: toTime(last) };
}

function toTime(ms: number): string {
  return new Date(Math.min(Math.max(0, ms), Date.now() + LATEST_RECORD_MS)).toISOString();
}
