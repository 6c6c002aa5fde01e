import type { McpServer } from "../config/mcp/mcp-server.ts";
import type { UpstreamRequest } from "../model/backend.ts";
import type { CallEvent } from "../model/call.ts";
import type { JsonObject, JsonValue } from "../model/json.ts";
import type { AskClient, ClientAbilities } from "../model/question.ts";

/** Why a connection does not stand: for people, without secrets. */
export interface UpstreamFailure {
  /** One line, escaped, without the name of the server. */
  readonly reason: string;
  /** What to do; not said: it is tried again, and nothing else helps. */
  readonly hint?: string;
  /** The end of what its program wrote to standard error, with its lines and nothing escaped. */
  readonly said?: string;
}

/** Where a connection to an upstream server stands. Times are milliseconds since 1970. */
export type UpstreamState =
  /** Nobody needed it yet, or nobody did for a while. */
  | { readonly kind: "idle" }
  | {
      readonly kind: "connecting";
      readonly attempt: number;
      /** What is wrong with the connection that still stands; not said where there is none. */
      readonly reason?: string;
    }
  | {
      readonly kind: "ready";
      readonly since: number;
      readonly software: string | null;
      readonly protocolVersion: string;
    }
  /** It broke, or could not be reached; the next attempt comes by itself. */
  | ({ readonly kind: "waiting"; readonly attempt: number; readonly retryAt: number } & UpstreamFailure)
  /** As many attempts as there are failed; the next one comes much later, or when somebody asks for it. */
  | ({ readonly kind: "failed"; readonly retryAt: number } & UpstreamFailure)
  | { readonly kind: "closed" };

/** What a server offers besides tools. Nothing in it has been checked but its size. */
export interface UpstreamCatalogue {
  readonly resources: readonly JsonValue[];
  readonly templates: readonly JsonValue[];
  readonly prompts: readonly JsonValue[];
}

/** What a server says of itself and of its tools. Nothing in it has been checked but its size. */
export interface UpstreamListing {
  /** Name, title, version and the like, as sent; `null`: it did not say. */
  readonly software: JsonObject | null;
  readonly protocolVersion: string;
  readonly instructions: string | null;
  readonly tools: readonly JsonValue[];
}

/** One call as it is sent. */
export interface UpstreamCall {
  /** @default "tools/call" */
  readonly request?: UpstreamRequest | undefined;
  /** As the server calls it; nothing where `request` is for no tool. */
  readonly tool: string;
  readonly arguments: JsonObject;
  /** The accepted definition, by which headers are made from parameters where it says so. */
  readonly definition: JsonObject;
  /** Sent along, such as what traces a call over several programs. */
  readonly meta: JsonObject;
  /** Whoever calls: what a server logs without saying for which call is told only where all that run are of one owner. */
  readonly owner?: string | undefined;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
  readonly onEvent?: ((event: CallEvent) => void) | undefined;
  readonly ask?: AskClient | undefined;
  /** What the client of the call is able to answer; the server hears of no more than it was given. @default nothing */
  readonly client?: ClientAbilities | undefined;
}

/** How a call of an upstream tool went. */
export interface UpstreamResult {
  readonly end:
    /** `content` and `structured` as sent: checked for their form, and for nothing else. */
    | {
        readonly kind: "answered";
        readonly isError: boolean;
        readonly content: readonly JsonObject[];
        readonly structured: JsonValue | undefined;
      }
    /** Nothing was sent. */
    | { readonly kind: "unavailable"; readonly reason: string }
    /** `reason` is for the caller: what broke, or the error that the server answered with. */
    | { readonly kind: "failed"; readonly reason: string }
    /** It needs more of the client: `required` is that as the protocol says it. */
    | { readonly kind: "incapable"; readonly reason: string; readonly required: JsonObject }
    | { readonly kind: "timeout" | "cancelled" };
  readonly startedAtMs: number;
  readonly durationMs: number;
  readonly software: string | null;
  readonly protocolVersion: string | null;
}

/** One upstream server, as long as this process lives: connects when needed, looks whether it is well, connects again. */
export interface UpstreamConnection {
  readonly server: McpServer;
  readonly state: UpstreamState;
  /** Connects when idle, and waits while that is under way. Rejects with `UpstreamError` when it is not ready then. */
  connect(signal: AbortSignal): Promise<void>;
  /** What it offers besides tools; nothing where it is not connected. Rejects when a list cannot be had, or is none. */
  catalogue(signal: AbortSignal): Promise<UpstreamCatalogue>;
  /**
   * From now on `onUpdated` is told when one of these resources changed, and of no other; also over later connections, once
   * they are ready. Resolves to those that the server agreed to. Rejects where it speaks of none, or is not connected.
   */
  watch(uris: ReadonlySet<string>): Promise<ReadonlySet<string>>;
  /** Never rejects because of what the server does. */
  call(call: UpstreamCall): Promise<UpstreamResult>;
  /** Ends waiting, and takes up trying from the start. */
  retry(): void;
  close(): Promise<void>;
}

export interface UpstreamListeners {
  /** After connecting, after each new connection, and when the server says that its tools changed. */
  readonly onListing: (listing: UpstreamListing) => void;
  /** @default nobody is told; `state` says it at any time */
  readonly onState?: ((state: UpstreamState) => void) | undefined;
  /** The server says that what it offers besides tools changed. @default nobody is told */
  readonly onOffersChanged?: ((list: OfferList) => void) | undefined;
  /** A watched resource changed, or may have while nobody listened. The URI is the server's own. @default nobody is told */
  readonly onUpdated?: ((uri: string) => void) | undefined;
}

/** What a client lists besides tools; templates go with the resources. */
export type OfferList = "resources" | "prompts";

/** Why an upstream server cannot be used: for people, without secrets. Whoever shows the message names the server. */
export class UpstreamError extends Error {
  readonly hint: string;
  /** The end of what its program wrote to standard error, with its lines and nothing escaped. */
  readonly said: string | null;

  constructor(message: string, hint: string, said: string | null = null) {
    super(message);
    this.name = "UpstreamError";
    this.hint = hint;
    this.said = said;
  }
}
