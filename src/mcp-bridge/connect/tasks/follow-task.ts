import { setTimeout as sleep } from "node:timers/promises";
import { CLIENT_CAPABILITIES_META_KEY, ProtocolError, ProtocolErrorCode } from "@modelcontextprotocol/client";
import type { Client } from "@modelcontextprotocol/client";
import type { McpServer } from "../../../config/mcp/mcp-server.ts";
import { isObject, toObject } from "../../../model/json.ts";
import { TASK_CAPABILITY } from "../../../model/client-capabilities.ts";
import type { JsonObject, JsonValue } from "../../../model/json.ts";
import { NEVER_MS } from "../../health/clock.ts";
import type { UpstreamCall, UpstreamResult } from "../../upstream.ts";
import { AS_IT_CAME } from "../as-it-came.ts";
import { answerAll } from "../asking/answer-all.ts";
import { readResult } from "../read-result.ts";
import type { RunningCall } from "../running-call.ts";

const SHORTEST_MS = 100;
const USUAL_MS = 1000;
const LONGEST_MS = 30_000;
/** Of one task, over its whole life. */
const MAX_QUESTIONS = 64;
const MAX_ID = 1000;
const CANCEL_MS = 5_000;

export interface TaskSurroundings {
  readonly client: Pick<Client, "request">;
  readonly server: McpServer;
  readonly running: RunningCall;
  readonly onEvent: UpstreamCall["onEvent"];
}

export function isTask({ resultType }: JsonObject): boolean {
  return resultType === "task";
}

/**
 * Comes back for the result of a task until there is one, or the call's own time is over; then the server is told that
 * nobody waits any more. Rejects as the call would have. @param made what the server answered the call with
 */
export async function followTask(made: JsonObject, around: TaskSurroundings): Promise<UpstreamResult["end"]> {
  const { taskId } = made;
  if (typeof taskId !== "string" || taskId === "" || taskId.length > MAX_ID) {
    return { kind: "failed", reason: "what the server sent as a task is none" };
  }
  const ask: Ask = (method, more = {}, options = { signal: around.running.signal, timeout: NEVER_MS }) => {
    const params = { taskId, ...more, _meta: { [CLIENT_CAPABILITIES_META_KEY]: TASK_CAPABILITY } };
    return around.client.request({ method, params }, AS_IT_CAME, options) as Promise<JsonObject>;
  };
  try {
    return await poll(made, ask, around);
  } catch (error) {
    ask("tasks/cancel", {}, { timeout: CANCEL_MS }).catch(() => undefined);
    throw error;
  }
}

type Ask = (
  method: `tasks/${"get" | "update" | "cancel"}`,
  more?: JsonObject,
  options?: { readonly signal?: AbortSignal; readonly timeout: number },
) => Promise<JsonObject>;

async function poll(
  made: JsonObject,
  ask: Ask,
  { server, running, onEvent }: TaskSurroundings,
): Promise<UpstreamResult["end"]> {
  const answered = new Set<string>();
  const tell = createTelling(onEvent);
  tell(made["statusMessage"]);
  let state = made;
  for (;;) {
    await sleep(toPause(state["pollIntervalMs"]), undefined, { signal: running.signal });
    state = await ask("tasks/get");
    tell(state["statusMessage"]);
    const end = readEnd(state);
    if (end !== null) return end;
    const fresh = findFresh(state["inputRequests"], answered);
    if (fresh === null) continue;
    await ask("tasks/update", { inputResponses: await answerAll(server, fresh, running) });
  }
}

/** `null`: it is not over. @throws ProtocolError that the call would have been answered with */
function readEnd({ status, result, error }: JsonObject): UpstreamResult["end"] | null {
  switch (status) {
    case "working":
    case "input_required":
      return null;
    case "completed":
      return isObject(result)
        ? readResult(result, undefined)
        : { kind: "failed", reason: "the server's task is over, and has no result" };
    case "cancelled":
      return { kind: "failed", reason: "the server cancelled its task" };
    case "failed": {
      const { code, message }: JsonObject = toObject(error);
      const said = typeof message === "string" ? message : "it did not say why";
      throw new ProtocolError(typeof code === "number" ? code : ProtocolErrorCode.InternalError, said);
    }
    default:
      return { kind: "failed", reason: "what the server sent as a task is none" };
  }
}

/** What was not answered yet; `null`: nothing. @throws Error for a server that never stops asking */
function findFresh(requests: JsonValue | undefined, answered: Set<string>): JsonObject | null {
  const fresh = Object.entries(toObject(requests)).filter(([key]) => !answered.has(key));
  if (fresh.length === 0) return null;
  for (const [key] of fresh) answered.add(key);
  if (answered.size > MAX_QUESTIONS) throw new Error(`the server asked more than ${MAX_QUESTIONS} questions`);
  return Object.fromEntries(fresh);
}

/** Tells what a server says of its task, each time that is something else. */
function createTelling(onEvent: UpstreamCall["onEvent"]): (message: JsonValue | undefined) => void {
  let last: JsonValue | undefined;
  let progress = 0;
  return (message) => {
    if (typeof message !== "string" || message === last) return;
    last = message;
    progress += 1;
    onEvent?.({ kind: "progress", progress, message });
  };
}

function toPause(wish: JsonValue | undefined): number {
  const ms = typeof wish === "number" ? wish : USUAL_MS;
  return Math.min(LONGEST_MS, Math.max(SHORTEST_MS, ms));
}
