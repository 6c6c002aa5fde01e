import { unwrapCall } from "../../../call/receive/unwrap-call.ts";
import type { JsonObject } from "../../../model/json.ts";
import type { Outcome } from "../../../model/outcome.ts";
import type { Tool } from "../../../model/tool.ts";
import { findTool } from "../../../registry/find-tool.ts";
import type { McpConnection } from "../create-mcp-server.ts";
import type { Answered } from "../elicit/run-asking.ts";
import type { LeftCall } from "../elicit/left-call.ts";
import { runCall, runLeaving } from "../run-call.ts";
import type { CallRequest } from "../run-call.ts";
import { toOwner } from "../to-owner.ts";
import { toTaskResult } from "./create-tasks.ts";
import type { Tasks } from "./create-tasks.ts";
import { createDeparture } from "./departure.ts";
import { declaresTasks } from "./extension.ts";
import type { RequestContext } from "../request-context.ts";

export type CalledOrTask =
  | Exclude<Answered<Outcome>, { kind: "left" }>
  /** For the client as it is. */
  | { readonly kind: "task"; readonly result: JsonObject };

/** Runs a call; where that takes long, or waits for a person, a client that knows tasks gets one to come back for. */
export async function callOrTask(
  request: CallRequest,
  context: RequestContext,
  connection: McpConnection,
): Promise<CalledOrTask> {
  const { tasks, identify } = connection.options;
  if (tasks === undefined || !declaresTasks(context.mcpReq.envelope)) return runCall(request, context, connection);
  const wish = findWish(request, context, connection);
  if (wish === "never") return runCall(request, context, connection);
  const owner = toOwner(identify(context.http?.req).caller);
  let result: JsonObject | null = null;
  const departure = createDeparture(tasks.afterMs, (leave) => {
    const call = tasks.hasRoom(owner) ? leave() : null;
    if (call !== null) result = toTaskResult(tasks.adopt(owner, call));
  });
  try {
    const answered = await runLeaving(request, context, connection, departure);
    if (answered.kind === "left") return { kind: "task", result: expectResult(result) };
    return wish === "required" ? toTask(answered, owner, tasks) : answered;
  } finally {
    departure.stop();
  }
}

function findWish({ tool, args }: CallRequest, { http }: RequestContext, { options }: McpConnection): Tool["task"] {
  const { runtime, entry, identify } = options;
  const { caller, session = null } = identify(http?.req);
  const { tool: name } = unwrapCall({ entry, tool, args, caller });
  if (typeof name !== "string") return undefined;
  return findTool(runtime.registry.snapshot, name, { agent: caller.agent, session })?.task;
}

/** Its client handles the results of this tool as tasks, and gets one, too, where the call was quick. */
function toTask(answered: Exclude<CalledOrTask, { kind: "task" }>, owner: string, tasks: Tasks): CalledOrTask {
  if (answered.kind !== "ended" || answered.result.status === "refused" || !tasks.hasRoom(owner)) return answered;
  return { kind: "task", result: toTaskResult(tasks.adopt(owner, toEndedCall(answered.result))) };
}

function toEndedCall(outcome: Outcome): LeftCall<Outcome> {
  const nothing = (): void => undefined;
  const ended = Promise.resolve(outcome);
  return { told: null, ended, listen: nothing, follow: nothing, answer: nothing, cancel: nothing };
}

function expectResult(result: JsonObject | null): JsonObject {
  if (result === null) throw new Error("a call left its request and became no task");
  return result;
}
