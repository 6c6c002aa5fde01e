import { SYSTEM_CLOCK } from "../../mcp-bridge/health/clock.ts";
import { startTimeLimit } from "../../mcp-bridge/health/time-limit.ts";
import type { TimeLimit } from "../../mcp-bridge/health/time-limit.ts";
import type { AdmittedCall } from "../../model/call.ts";
import { HandlerError, TOOL_RESULT } from "../../model/handler.ts";
import type { Handler, HandlerContext, ToolResult } from "../../model/handler.ts";
import type { JsonObject, JsonValue } from "../../model/json.ts";
import type { Tool } from "../../model/tool.ts";
import type { Backend, ExecutionContext, HandlerEnd } from "../backend.ts";

/** Runs a function of the embedding program, which is trusted code. */
export function createHandlerBackend(handlerOf: (tool: Tool) => Handler | undefined): Backend {
  return {
    async run(call, context) {
      const startedAtMs = Date.now();
      const before = performance.now();
      const end = await settle(call, handlerOf(call.tool), context);
      return { kind: "value", end, startedAtMs, durationMs: performance.now() - before };
    },
  };
}

async function settle(call: AdmittedCall, handler: Handler | undefined, around: ExecutionContext): Promise<HandlerEnd> {
  const { signal: outer } = around;
  if (handler === undefined || call.plan.kind !== "handler") {
    throw new Error(`no handler belongs to the tool ${call.tool.name}`);
  }
  if (outer.aborted) return { kind: "cancelled" };
  const inner = new AbortController();
  const stop = Promise.withResolvers<HandlerEnd>();
  const end = (kind: "timeout" | "cancelled"): void => {
    inner.abort();
    stop.resolve({ kind });
  };
  const limit = startTimeLimit(call.plan.timeoutMs, () => end("timeout"), SYSTEM_CLOCK);
  const onAbort = (): void => end("cancelled");
  outer.addEventListener("abort", onAbort, { once: true });
  try {
    return await Promise.race([
      stop.promise,
      invoke(handler, call.plan.arguments, toContext(call, { ...around, signal: inner.signal }, limit)),
    ]);
  } finally {
    limit.stop();
    outer.removeEventListener("abort", onAbort);
  }
}

function toContext(
  { call, session, tool }: AdmittedCall,
  { signal, onEvent, ask, client }: ExecutionContext,
  limit: TimeLimit,
): HandlerContext {
  const { id, folder } = session;
  return {
    callId: call.id,
    signal,
    session: { id, folder },
    caller: call.caller,
    hints: call.hints,
    trace: call.trace ?? null,
    tell: onEvent,
    ask:
      ask === undefined ? undefined : (question) => limit.during(() => ask({ ...question, server: tool.name }, signal)),
    client,
  };
}

async function invoke(handler: Handler, args: JsonObject, context: HandlerContext): Promise<HandlerEnd> {
  try {
    return toReturned(await handler(args, context));
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    if (!(error instanceof HandlerError)) {
      return { kind: "threw", message, reason: null, hint: null, details: readProtocolCode(error) };
    }
    return { kind: "threw", message, reason: error.reason, hint: error.hint, details: error.details };
  }
}

/** The number of an error of JSON-RPC, such as the MCP library throws: it is no answer of the tool. */
function readProtocolCode(error: unknown): JsonObject {
  const { code } = Object(error) as { readonly code?: unknown };
  return typeof code === "number" && Number.isInteger(code) && code < -31_999 ? { protocolCode: code } : {};
}

function toReturned(value: JsonValue | ToolResult | undefined): HandlerEnd {
  if (!isToolResult(value)) return { kind: "returned", value: toJsonValue(value) };
  const { structured, forModel, forUser, content } = value;
  return { kind: "returned", value: toJsonValue(structured), forModel, forUser, content: copyOf(content) };
}

function copyOf(content: ToolResult["content"]): ToolResult["content"] {
  return content === undefined ? undefined : (JSON.parse(JSON.stringify(content)) as ToolResult["content"]);
}

function isToolResult(value: JsonValue | ToolResult | undefined): value is ToolResult {
  return typeof value === "object" && value !== null && TOOL_RESULT in value;
}

/** A copy of exactly what JSON can carry, so that what is checked, recorded and sent cannot differ. */
function toJsonValue(value: JsonValue | undefined): JsonValue {
  if (value === undefined) return null;
  const text = JSON.stringify(value) as string | undefined;
  if (text === undefined) throw new TypeError(`it returned a ${typeof value}, which is no JSON`);
  return JSON.parse(text) as JsonValue;
}
