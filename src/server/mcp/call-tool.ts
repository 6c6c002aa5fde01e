import type { CallToolRequest, CallToolResult, InputRequiredResult } from "@modelcontextprotocol/server";
import type { McpConnection } from "./create-mcp-server.ts";
import { noteCall } from "./disclosure/note-call.ts";
import { findClientNames, toRealCall } from "./names/name-desk.ts";
import { showNames } from "./names/show-names.ts";
import { toHints } from "./read-list-hints.ts";
import type { RequestContext } from "./request-context.ts";
import { callOrTask } from "./tasks/call-or-task.ts";
import { toCallResult } from "./to-call-result.ts";

/** Answers one `tools/call`. */
export async function callTool(
  params: CallToolRequest["params"],
  context: RequestContext,
  connection: McpConnection,
): Promise<CallToolResult | InputRequiredResult | TaskResult> {
  const { runtime, growingSession, identify } = connection.options;
  const { caller, session } = identify(context.http?.req);
  const client = { caller, session, client: connection.clientOf(context) };
  const { name, arguments: args } = await toRealCall(params, client, runtime);
  const answered = await callOrTask({ tool: name, args }, context, connection);
  if (answered.kind === "asks") return answered.result;
  // The library knows what `tools/call` answers with, and lets what extensions add pass.
  if (answered.kind === "task") return answered.result as TaskResult;
  const hints = toHints(context.mcpReq._meta);
  await noteCall(runtime, growingSession, { caller, session, hints, name, tool: answered.result.tool });
  const shown = await showNames(answered.result, () => findClientNames(client, runtime));
  return toCallResult(shown, connection.revisionOf(context));
}

type TaskResult = CallToolResult & { readonly taskId: string };
