import type { AuditFilter, AuditRecord } from "../../audit/audit-log.ts";
import type { Caller } from "../../model/caller.ts";
import { HandlerError } from "../../model/handler.ts";
import type { JsonObject, JsonValue } from "../../model/json.ts";

export type QueryAudit = (filter: AuditFilter) => Promise<readonly AuditRecord[]>;

const DEFAULT_LIMIT = 50;
/** How far back is looked for calls of this agent among those of its principal. */
const MOST_RECORDS = 20_000;
/** The records that say how a call ended. */
const ENDS: readonly string[] = ["outcome", "refused", "pending"];

/**
 * The caller's own calls that have ended, the oldest first: of the same principal and the same agent, and without their
 * arguments and results.
 */
export async function findOwnCalls(args: JsonObject, caller: Caller, query: QueryAudit): Promise<JsonObject> {
  const limit = typeof args["limit"] === "number" ? args["limit"] : DEFAULT_LIMIT;
  const filter = { principal: caller.principal, ...toFilter(args) };
  // The log knows the principal but not the agent, so more is asked for until enough of it is this agent's.
  for (let asked = limit; ; asked = Math.min(asked * 4, MOST_RECORDS)) {
    const records = await query({ ...filter, limit: asked });
    const own = records.filter((record) => isOwn(record, caller));
    const isAll = records.length < asked;
    if (own.length < limit && !isAll && asked < MOST_RECORDS) continue;
    return { calls: own.slice(-limit).map(toSummary), complete: isAll && own.length <= limit };
  }
}

function toFilter({ tool, since, status }: JsonObject): Pick<AuditFilter, "tool" | "since" | "status"> {
  return {
    ...(typeof tool === "string" ? { tool } : {}),
    ...(typeof since === "string" ? { since: toTime(since) } : {}),
    ...(typeof status === "string" ? { status } : {}),
  };
}

function toTime(text: string): string {
  const time = /^\d{4}-\d{2}-\d{2}(?:T[\d:.]+(?:Z|[+-]\d{2}:\d{2})?)?$/.test(text) ? new Date(text) : null;
  if (time !== null && !Number.isNaN(time.getTime())) return time.toISOString();
  const hint = "Write a time such as 2030-01-31T12:00:00Z.";
  throw new HandlerError("bad-time", `\`since\` is no ISO 8601 time: ${JSON.stringify(text)}.`, { hint });
}

function isOwn({ kind, caller }: AuditRecord, { tenant, principal, agent }: Caller): boolean {
  const isSame = caller.tenant === tenant && caller.principal === principal && caller.agent === agent;
  return isSame && ENDS.includes(kind);
}

function toSummary({ seq, at, callId, tool, status, code }: AuditRecord): JsonValue {
  return { seq, at, callId, tool, status, code };
}
