import { ProtocolErrorCode, SUBSCRIPTION_ID_META_KEY } from "@modelcontextprotocol/server";
import type { JsonObject, JsonValue } from "../../../../model/json.ts";
import { missingTasks } from "../extension.ts";

export const ACKNOWLEDGED = "notifications/subscriptions/acknowledged";

type Id = string | number;

/** Tells a task as it is now. */
export function renderNote(id: Id, task: JsonObject): JsonObject {
  return {
    jsonrpc: "2.0",
    method: "notifications/tasks",
    params: { ...task, _meta: { [SUBSCRIPTION_ID_META_KEY]: id } },
  };
}

/** What was agreed on, with the tasks in it. */
export function withTaskIds(acknowledged: JsonObject, ids: readonly string[]): JsonObject {
  const { params, ...rest } = acknowledged;
  const { notifications, ...others } = params as JsonObject;
  return { ...rest, params: { ...others, notifications: { ...(notifications as JsonObject), taskIds: [...ids] } } };
}

/** The answer to a request that cannot be served. */
export function renderRefusal(id: Id, why: "capability" | "form" | "full"): JsonObject {
  return { jsonrpc: "2.0", id, error: ERRORS[why]() };
}

const ERRORS: Readonly<Record<"capability" | "form" | "full", () => JsonObject>> = {
  capability() {
    const { code, message, data } = missingTasks();
    return { code, message, data: data as JsonValue };
  },
  form: () => ({
    code: ProtocolErrorCode.InvalidParams,
    message: "Invalid params: expected `taskIds` to be a list of at most 100 ids of tasks",
  }),
  full: () => ({
    code: ProtocolErrorCode.InternalError,
    message: "too many streams follow tasks; end one, or ask for tasks with `tasks/get`",
  }),
};
