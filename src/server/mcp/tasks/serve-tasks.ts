import { ProtocolError, ProtocolErrorCode } from "@modelcontextprotocol/server";
import { z } from "zod";
import type { McpConnection, McpServer } from "../create-mcp-server.ts";
import type { Task } from "./create-task.ts";
import type { Tasks } from "./create-tasks.ts";
import { requireTasks } from "./extension.ts";
import type { RequestContext } from "../request-context.ts";
import { toOwner } from "../to-owner.ts";

const params = z.looseObject({ taskId: z.string() });

/** Serves what clients do with their tasks. None of it is a call; each needs the credential that made the call. */
export function serveTasks(server: McpServer, { options: { identify } }: McpConnection, tasks: Tasks): void {
  const find = (taskId: string, context: RequestContext): Task => {
    requireTasks(context);
    const task = tasks.find(taskId, toOwner(identify(context.http?.req).caller));
    if (task !== null) return task;
    const message = "Task not found: its time is over, it belongs to somebody else, or there never was one";
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, message);
  };
  server.setRequestHandler("tasks/get", { params }, ({ taskId }, context) => find(taskId, context).whole());
  server.setRequestHandler("tasks/update", { params }, ({ taskId }, context) => {
    find(taskId, context).answer(context.mcpReq.inputResponses ?? {});
    return {};
  });
  server.setRequestHandler("tasks/cancel", { params }, ({ taskId }, context) => {
    find(taskId, context).cancel();
    return {};
  });
}
