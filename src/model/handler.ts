import type { CallEvent } from "./call.ts";
import type { Caller, CallerHints } from "./caller.ts";
import type { JsonObject, JsonValue } from "./json.ts";
import type { ContentBlock } from "./outcome.ts";
import type { Answer, ClientAbilities, Question } from "./question.ts";
import type { TraceContext } from "./trace.ts";

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
  /** Tells a client that listens how far the work is. @default nobody listens */
  readonly tell?: ((event: HandlerEvent) => void) | undefined;
  /**
   * Asks the person at the client, its model, or for its folders; the time limit stands still meanwhile. What the client
   * cannot answer is declined. Absent: nobody can be asked. Rejects when the call ends before there is an answer.
   */
  readonly ask?: ((question: HandlerQuestion) => Promise<Answer>) | undefined;
  /** Where requests and calls of the handler belong in a trace; calls get it as `trace`. @default nowhere */
  readonly trace?: TraceContext | null | undefined;
  /** What the client is able to answer. @default nothing */
  readonly client?: ClientAbilities | undefined;
}

export type HandlerEvent = Extract<CallEvent, { kind: "progress" | "log" }>;

/**
 * A question in the words of the handler, who is named beside them. `schema` is flat: texts, numbers, yes or no, choices; `url`
 * is `https:`, or loopback.
 */
export type HandlerQuestion = Question extends infer One ? (One extends Question ? Omit<One, "server"> : never) : never;

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
  /** Parts of any kind, instead of `forModel`. */
  readonly content?: readonly ContentBlock[] | undefined;
}

/** A tool's work as a function of the embedding program. */
export type Handler = (
  args: JsonObject,
  context: HandlerContext,
) => Promise<JsonValue | ToolResult> | JsonValue | ToolResult;
