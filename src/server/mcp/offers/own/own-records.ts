import type { AuditRecord } from "../../../../audit/audit-log.ts";
import type { Runtime } from "../../../../call/runtime.ts";
import type { Caller } from "../../../../model/caller.ts";
import type { JsonObject } from "../../../../model/json.ts";

/** A resource template of Toolgate's own. */
export interface OwnTemplate extends JsonObject {
  readonly uriTemplate: string;
}

const START = "toolgate://audit/";
/** A call has two records; some more are no reason to cut one. */
const MOST_RECORDS = 20;
/** How far back is looked for calls of somebody. */
const MOST_LATEST = 500;

/** Where the records of a call are, for whoever made it. */
export const RECORDS_TEMPLATE: OwnTemplate = {
  uriTemplate: `${START}{callId}`,
  name: "Records of a call",
  description: "What the audit has on one of your own calls; its id is in the `_meta` of the result",
  mimeType: "application/json",
};

/** The id of the call that a URI asks about; `null`: it is about something else. */
export function toRecordedCall(uri: string): string | null {
  return uri.startsWith(START) ? uri.slice(START.length) : null;
}

/** What the audit has on a call of this caller; nothing of those of others. */
export async function findOwnRecords(
  callId: string,
  caller: Caller,
  { control }: Pick<Runtime, "control">,
): Promise<readonly AuditRecord[]> {
  const records = await control.audit.query({ callId, principal: caller.principal, limit: MOST_RECORDS });
  return records.filter((record) => isOwn(record, caller));
}

/** How the latest calls of this caller ended, newest first. */
export async function findLatestEnds(
  caller: Caller,
  { control }: Pick<Runtime, "control">,
): Promise<readonly AuditRecord[]> {
  const { principal } = caller;
  const records = await control.audit.query({ kind: "outcome", principal, limit: MOST_LATEST });
  return records.filter((record) => isOwn(record, caller)).toReversed();
}

/** Records as their caller sees them. By what rules it was decided is for operators. */
export function renderRecords(records: readonly AuditRecord[]): string {
  return JSON.stringify(records.map(toShown), null, 2);
}

function isOwn({ caller: one }: AuditRecord, { tenant, principal, agent, credential }: Caller): boolean {
  return one.tenant === tenant && one.principal === principal && one.agent === agent && one.credential === credential;
}

function toShown({ seq, at, kind, callId, tool, status, code, data, previousHash, hash }: AuditRecord): JsonObject {
  const { evidence = null, error = null } = data;
  return { seq, at, kind, callId, tool, status, code, evidence, error, previousHash, hash };
}
