import { CLIENT_CAPABILITIES_META_KEY, LOG_LEVEL_META_KEY, SdkErrorCode, SdkError } from "@modelcontextprotocol/client";
import type { CallToolRequestOptions, Client } from "@modelcontextprotocol/client";
import type { McpServer } from "../../config/mcp/mcp-server.ts";
import { TASK_CAPABILITY, toCapabilities } from "../../model/client-capabilities.ts";
import type { JsonObject } from "../../model/json.ts";
import type { ClientAbilities } from "../../model/question.ts";
import type { UpstreamCall, UpstreamResult } from "../upstream.ts";
import { NEVER_MS } from "../health/clock.ts";
import { AS_IT_CAME } from "./as-it-came.ts";
import { answerAll } from "./asking/answer-all.ts";
import { findIncapable } from "./asking/incapable.ts";
import type { Completions } from "./asking/await-completion.ts";
import { openUrls } from "./asking/open-urls.ts";
import { readResult } from "./read-result.ts";
import type { RunningCall } from "./running-call.ts";
import { followTask, isTask } from "./tasks/follow-task.ts";
import { RAW_RESULT } from "./transport/raw-transport.ts";

/** How often a server may ask for more before it answers. */
const MAX_ROUNDS = 10;

export interface CallSurroundings {
  readonly client: Pick<Client, "callTool" | "request" | "getProtocolEra">;
  readonly server: McpServer;
  readonly completions: Completions;
  /** Words for what broke. */
  readonly explain: (error: unknown) => string;
  /** Why the connection is over; `null`: it is not. */
  readonly lost: () => string | null;
}

/** One call over an open connection. Never rejects. */
export async function callTool(
  call: UpstreamCall,
  running: RunningCall,
  around: CallSurroundings,
): Promise<UpstreamResult["end"]> {
  try {
    return await runRounds(call, running, around).catch(async (error: unknown) => {
      if (await openUrls(error, around.server, running, around.completions)) return runRounds(call, running, around);
      throw error;
    });
  } catch (error) {
    const ended = running.ended();
    if (ended !== null) return { kind: ended };
    const incapable = findIncapable(error, around.server, running.client);
    const reason = around.explain(incapable ?? error);
    const { required = null } = incapable ?? {};
    if (required !== null) return { kind: "incapable", reason, required };
    const isLost = error instanceof SdkError && error.code === SdkErrorCode.ConnectionClosed;
    const why = around.lost();
    return { kind: "failed", reason: isLost && why !== null ? `the connection to the server ended: ${why}` : reason };
  }
}

type Params = Parameters<Client["callTool"]>[0];

async function runRounds(
  call: UpstreamCall,
  running: RunningCall,
  { client, server }: CallSurroundings,
): Promise<UpstreamResult["end"]> {
  const isModern = client.getProtocolEra() === "modern";
  const first = toParams(call, isModern ? running.client : null);
  const { request } = call;
  // Only over the network are arguments sent in headers, too, as the definition of a tool may want it.
  const hasHeaders = request === undefined && isModern && server.transport !== "stdio";
  const send = (params: JsonObject, options: CallToolRequestOptions): Promise<object> =>
    hasHeaders
      ? client.callTool(params as Params, options)
      : client.request({ method: request ?? "tools/call", params }, AS_IT_CAME, options);
  const options = toOptions(call, running.signal);
  let params = first;
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const result = (await send(params, options)) as unknown as JsonObject;
    if (result["resultType"] !== "input_required") {
      const answered = (result["_meta"] as JsonObject)[RAW_RESULT] as JsonObject;
      if (!isModern || request !== undefined || !isTask(answered)) return readResult(answered, request);
      return await followTask(answered, { client, server, running, onEvent: call.onEvent });
    }
    const { inputRequests = {}, requestState } = result;
    const inputResponses = await answerAll(server, inputRequests as JsonObject, running);
    params = {
      ...first,
      ...(Object.keys(inputResponses).length === 0 ? {} : { inputResponses }),
      ...(requestState === undefined ? {} : { requestState }),
    };
  }
  return { kind: "failed", reason: `the server asked for more ${MAX_ROUNDS} times without an answer` };
}

/** @param client what each request says of the client, where requests stand on their own */
function toParams(
  { request, tool, arguments: given, meta, onEvent }: UpstreamCall,
  client: ClientAbilities | null,
): JsonObject {
  const params = request === undefined ? { name: tool, arguments: given } : given;
  // Toolgate comes back for the result of a task.
  const more = request === undefined ? TASK_CAPABILITY : {};
  // Servers of 2026-07-28 log for those requests alone that ask for it.
  const all = {
    ...meta,
    ...(onEvent === undefined ? {} : { [LOG_LEVEL_META_KEY]: "debug" }),
    ...(client === null ? {} : { [CLIENT_CAPABILITIES_META_KEY]: { ...toCapabilities(client), ...more } }),
  };
  return { ...params, ...(Object.keys(all).length === 0 ? {} : { _meta: all }) };
}

function toOptions({ definition, onEvent }: UpstreamCall, signal: AbortSignal): CallToolRequestOptions {
  // Results are checked against the accepted schema later, without compiling anything.
  const mirrored = { ...definition, outputSchema: undefined };
  return {
    signal,
    timeout: NEVER_MS,
    allowInputRequired: true,
    toolDefinition: mirrored as unknown as NonNullable<CallToolRequestOptions["toolDefinition"]>,
    ...(onEvent === undefined
      ? {}
      : {
          onprogress: ({ progress, total, message }) => onEvent({ kind: "progress", progress, total, message }),
        }),
  };
}
