import {
  type CallToolRequest,
  type CallToolResult,
  type InputRequiredResult,
  type ListToolsRequest,
  type ListToolsResult,
  ProtocolError,
  ProtocolErrorCode,
  Server,
  type ServerContext,
} from "@modelcontextprotocol/server";
import { readHints } from "../../call/read-hints.ts";
import type { Runtime } from "../../call/runtime.ts";
import type { Entry } from "../../model/call.ts";
import type { Caller, CallerHints } from "../../model/caller.ts";
import type { JsonObject } from "../../model/json.ts";
import { Refused } from "../../model/errors.ts";
import { noteCall } from "./disclosure/note-call.ts";
import type { HeldCalls } from "./elicit/held-calls.ts";
import { runAsking } from "./elicit/run-asking.ts";
import { onListChange } from "./on-list-change.ts";
import { createProgress, type Progress } from "./progress.ts";
import { readTrace } from "./read-trace.ts";
import { SERVER_INFO } from "./server-info.ts";
import { toCallResult } from "./to-call-result.ts";
import { toMcpTool } from "./to-mcp-tool.ts";

/** Who asks, and the session that the connection owns. */
export interface McpIdentity {
  readonly caller: Caller;
  /** `undefined`: the implicit session of the caller. */
  readonly session: string | undefined;
}

export interface McpServerOptions {
  readonly runtime: Runtime;
  readonly entry: Extract<Entry, "mcp-stdio" | "mcp-http">;
  /** Looked up for each message, because a credential's roles may change within a connection. Throws when unknown. */
  readonly identify: (request: Request | undefined) => McpIdentity;
  /** Whether list changes are sent by this server, by whoever serves it, or cannot be sent at all. */
  readonly listChanged: "send" | "served" | "never";
  /** The runtime session whose list grows with what it loads; on 2026-07-28 and without a session none does. @default none */
  readonly growingSession?: string | undefined;
  /** Where calls wait for clients that were asked something. */
  readonly held: HeldCalls;
  /** Told of each call, so that closing can wait for its end. */
  readonly track: (call: Promise<unknown>) => void;
  readonly onError: (error: Error) => void;
}

// eslint-disable-next-line @typescript-eslint/no-deprecated -- "only for advanced use": our tools are not the SDK's
export type McpServer = Server;

/** One MCP server for one connection or one exchange. Closing it cancels its calls. */
export function createMcpServer(options: McpServerOptions): McpServer {
  const tools = options.listChanged === "never" ? {} : { listChanged: true };
  // eslint-disable-next-line @typescript-eslint/no-deprecated -- see above
  const server = new Server(SERVER_INFO, { capabilities: { tools } });
  const live = new Set<AbortController>();
  const stopListening = options.listChanged === "send" ? sendListChanges(server, options) : undefined;
  server.setRequestHandler("tools/list", (request, context) => listTools(request, context, options));
  server.setRequestHandler("tools/call", (request, context) => callTool(request, context, options, { live, server }));
  server.onerror = options.onError;
  server.onclose = () => {
    stopListening?.();
    // Two requests may have been sent under one id; the SDK knows only the later one.
    for (const controller of live) controller.abort();
  };
  return server;
}

function sendListChanges(server: McpServer, { runtime, growingSession, onError }: McpServerOptions): () => void {
  const send = (): void => {
    if (server.transport !== undefined) server.sendToolListChanged().catch(onError);
  };
  const stopListening = onListChange(runtime.registry, send);
  const stopFollowing = growingSession === undefined ? undefined : runtime.disclosure.follow(growingSession, send);
  return () => {
    stopListening();
    stopFollowing?.();
  };
}

async function listTools(
  { params }: ListToolsRequest,
  context: ServerContext,
  { runtime, identify, growingSession }: McpServerOptions,
): Promise<ListToolsResult> {
  if (params?.cursor !== undefined) {
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, "unknown cursor: the list comes in one page");
  }
  const { caller, session } = identify(context.http?.req);
  const hints = readListHints(context);
  const tools = await runtime.disclosure.list({ caller, session, hints }, growingSession);
  // Clients build their prompts from this list: the same tools must give the same text.
  return { tools: tools.toSorted((a, b) => (a.name < b.name ? -1 : 1)).map(toMcpTool) };
}

/** What a request says of itself, under this key of its `_meta`. */
const HINTS_META_KEY = "toolgate/hints";

function readListHints({ mcpReq }: ServerContext): CallerHints {
  try {
    return readHints(mcpReq._meta?.[HINTS_META_KEY]);
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, error.info.message);
  }
}

async function callTool(
  { params }: CallToolRequest,
  context: ServerContext,
  options: McpServerOptions,
  { live, server }: { readonly live: Set<AbortController>; readonly server: McpServer },
): Promise<CallToolResult | InputRequiredResult> {
  const { runtime, entry } = options;
  const { caller, session } = options.identify(context.http?.req);
  const progress = createProgressFor(context);
  const controller = new AbortController();
  const release = abortWith(controller, [context.mcpReq.signal, context.http?.req?.signal]);
  live.add(controller);
  try {
    const answered = await runAsking({
      context,
      held: options.held,
      caller,
      about: ["tools/call", params.name, (params.arguments ?? {}) as JsonObject, session ?? null],
      capabilities: server.getClientCapabilities(),
      signal: controller.signal,
      onEvent: progress?.onEvent,
      start(around) {
        const call = runtime.call({
          ...around,
          entry,
          tool: params.name,
          args: params.arguments,
          caller,
          session,
          hints: context.mcpReq._meta?.[HINTS_META_KEY],
          trace: readTrace({ meta: context.mcpReq._meta, headers: context.http?.req?.headers }),
        });
        options.track(call);
        return call;
      },
    });
    if (answered.kind === "asks") return answered.result;
    const outcome = answered.result;
    const hints = context.mcpReq._meta?.[HINTS_META_KEY];
    await noteCall(runtime, options.growingSession, {
      caller,
      session,
      hints,
      name: params.name,
      tool: outcome.tool,
    });
    await progress?.finish();
    return toCallResult(outcome);
  } finally {
    live.delete(controller);
    release();
  }
}

function createProgressFor({ mcpReq }: ServerContext): Progress | undefined {
  const progressToken = mcpReq._meta?.progressToken;
  if (progressToken === undefined) return undefined;
  return createProgress({
    send: (step) => mcpReq.notify({ method: "notifications/progress", params: { progressToken, ...step } }),
  });
}

/** Aborts `controller` as soon as one of the signals does. Returns how to stop listening. */
function abortWith(controller: AbortController, signals: readonly (AbortSignal | undefined)[]): () => void {
  const abort = (): void => controller.abort();
  for (const signal of signals) {
    if (signal?.aborted === true) abort();
    signal?.addEventListener("abort", abort, { once: true });
  }
  return () => {
    for (const signal of signals) signal?.removeEventListener("abort", abort);
  };
}
