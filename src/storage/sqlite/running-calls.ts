import type Sqlite from "better-sqlite3";
import type { Caller } from "../../model/caller.ts";
import type { RunningCall, RunningCallRepository } from "../repositories.ts";
import { promised } from "./promised.ts";

interface Row {
  readonly callId: string;
  readonly tool: string;
  readonly caller: string;
  readonly workspace: string;
  readonly startedAt: string;
  readonly writer: string;
}

/**
 * The rows themselves come and go with the audit's intents and outcomes.
 * @param writer this process's stored identity
 * @param settle as of the audit's queue: what this process runs is listed by then
 */
export function createRunningCalls(
  db: Sqlite.Database,
  tenant: string,
  writer: string,
  settle: () => void,
): RunningCallRepository {
  const list = db.prepare<[string], Row>(
    `SELECT call_id AS "callId", tool, caller, workspace, started_at AS "startedAt", writer
     FROM running_calls WHERE tenant = ? ORDER BY started_at, call_id`,
  );
  const request = db.prepare<[string, string]>(
    "UPDATE running_calls SET cancel_requested = 1 WHERE tenant = ? AND call_id = ?",
  );
  const requests = db
    .prepare<[string, string], string>(
      "SELECT call_id FROM running_calls WHERE tenant = ? AND writer = ? AND cancel_requested = 1",
    )
    .pluck();
  return {
    list: () =>
      promised(() => {
        settle();
        return list.all(tenant).map(toRunningCall);
      }),
    requestCancel: (callId) =>
      promised(() => {
        settle();
        return request.run(tenant, callId).changes === 1;
      }),
    cancelRequests: () => promised(() => requests.all(tenant, writer)),
  };
}

function toRunningCall(row: Row): RunningCall {
  const { principal, agent } = JSON.parse(row.caller) as Caller;
  const { pid } = JSON.parse(row.writer) as { pid: number };
  const { callId, tool, workspace, startedAt } = row;
  return { callId, tool, principal, agent, workspace, startedAt, pid };
}
