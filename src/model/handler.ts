import type { Caller, CallerHints } from "./caller.ts";
import type { JsonObject, JsonValue } from "./json.ts";

/** What a handler is told besides its arguments. */
export interface HandlerContext {
  readonly callId: string;
  /** Aborted when the call is cancelled or out of time; a handler that ignores it runs on unheard. */
  readonly signal: AbortSignal;
  /** The caller's working context; its folder is removed with it. */
  readonly session: { readonly id: string; readonly folder: string };
  readonly caller: Caller;
  /** What the request says of itself; whoever looks things up for it tells it of no more than it may call. @default nothing */
  readonly hints?: CallerHints | undefined;
}

/** Thrown by a handler to say what went wrong in words for a model; any other error is shown by its message alone. */
export class HandlerError extends Error {
  /** Stable, kebab-case. */
  readonly reason: string;
  readonly hint: string | null;
  readonly details: JsonObject;

  constructor(reason: string, message: string, extra: { hint?: string; details?: JsonObject } = {}) {
    super(message);
    this.name = "HandlerError";
    this.reason = reason;
    this.hint = extra.hint ?? null;
    this.details = extra.details ?? {};
  }
}

/** Marks what `toolResult` made; no JSON can carry it, so no data can pass for such a result. */
export const TOOL_RESULT: unique symbol = Symbol.for("toolgate.toolResult");

/** A handler's answer with different texts for its readers. */
export interface ToolResult {
  readonly [TOOL_RESULT]: true;
  /** For programs, and what the output schema is about. */
  readonly structured: JsonValue;
  /** What the model reads; absent: `structured` as JSON. */
  readonly forModel?: string | undefined;
  /** What the person beside the model sees; absent: what the model reads. */
  readonly forUser?: string | undefined;
}

/** A tool's work as a function of the embedding program. */
export type Handler = (
  args: JsonObject,
  context: HandlerContext,
) => Promise<JsonValue | ToolResult> | JsonValue | ToolResult;
