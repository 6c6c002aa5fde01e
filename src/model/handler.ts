import type { JsonObject, JsonValue } from "./json.ts";

/** What a handler is told besides its arguments. */
export interface HandlerContext {
  readonly callId: string;
  /** Aborted when the call is cancelled or out of time; a handler that ignores it runs on unheard. */
  readonly signal: AbortSignal;
}

/** A tool's work as a function of the embedding program. */
export type Handler = (args: JsonObject, context: HandlerContext) => Promise<JsonValue> | JsonValue;
