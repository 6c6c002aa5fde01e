import type { AuditRecord } from "../../../audit/audit-log.ts";
import type { Runtime } from "../../../call/runtime.ts";
import type { Caller } from "../../../model/caller.ts";
import type { JsonObject } from "../../../model/json.ts";

const START = "toolgate://audit/";
/** A call has two records; some more are no reason to cut one. */
const MOST_RECORDS = 20;

/** Where the records of a call are, for whoever made it. */
const RECORDS_TEMPLATE: JsonObject = {
  uriTemplate: `${START}{callId}`,
  name: "Records of a call",
  description: "What the audit has on one of your own calls; its id is in the `_meta` of the result",
  mimeType: "application/json",
};

/** Templates of Toolgate's own. */
export const OWN_TEMPLATES: readonly { readonly shown: string; readonly entry: JsonObject }[] = [
  { shown: `${START}{callId}`, entry: RECORDS_TEMPLATE },
];

/** The id of the call that a URI asks about; `null`: it is about something else. */
export function toRecordedCall(uri: string): string | null {
  return uri.startsWith(START) ? uri.slice(START.length) : null;
}

/**
 * What the audit has on a call, as JSON; `null`: there is no such call of this caller, who learns nothing of those of others.
 * By what rules it was decided is for operators.
 */
export async function findOwnRecords(callId: string, caller: Caller, { control }: Runtime): Promise<string | null> {
  const records = await control.audit.query({ callId, principal: caller.principal, limit: MOST_RECORDS });
  const own = records.filter((record) => isOwn(record, caller));
  return own.length === 0 ? null : JSON.stringify(own.map(toShown), null, 2);
}

function isOwn({ caller: one }: AuditRecord, { tenant, principal, agent, credential }: Caller): boolean {
  return one.tenant === tenant && one.principal === principal && one.agent === agent && one.credential === credential;
}

function toShown({ seq, at, kind, callId, tool, status, code, data, previousHash, hash }: AuditRecord): JsonObject {
  const { evidence = null, error = null } = data;
  return { seq, at, kind, callId, tool, status, code, evidence, error, previousHash, hash };
}
