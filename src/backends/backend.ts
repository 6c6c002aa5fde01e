import type { AdmittedCall, CallEvent } from "../model/call.ts";
import type { JsonObject, JsonValue } from "../model/json.ts";
import type { BackendSpec } from "../model/backend.ts";
import type { UpstreamResult } from "../mcp-bridge/upstream.ts";
import type { ContentBlock } from "../model/outcome.ts";
import type { AskClient, ClientAbilities } from "../model/question.ts";
import type { ProcessResult } from "../process/process-runner.ts";

/** What a back end brings back, before it is shaped for the caller. */
export type Produced =
  | { readonly kind: "process"; readonly result: ProcessResult & Partial<SeenInside> }
  | { readonly kind: "http"; readonly result: HttpResult }
  | { readonly kind: "mcp"; readonly result: UpstreamResult }
  | {
      readonly kind: "value";
      readonly end: HandlerEnd;
      readonly startedAtMs: number;
      readonly durationMs: number;
    };

/** What a confinement saw of the program in it. */
export interface SeenInside {
  /** `host:port` that the program asked the proxy for and did not get, each once, in the order of the first time. */
  readonly refusedHosts: readonly string[];
  /** Where files were that the program left, and that were moved aside because they set rules. Absolute. */
  readonly setAside: readonly string[];
}

export type HandlerEnd =
  | {
      readonly kind: "returned";
      readonly value: JsonValue;
      /** What the handler wants the model to read instead of the value; absent: the value. */
      readonly forModel?: string | undefined;
      /** What the person gets to see; absent: the same as the model. */
      readonly forUser?: string | undefined;
      /** Parts of any kind instead of `forModel`. */
      readonly content?: readonly ContentBlock[] | undefined;
    }
  | {
      readonly kind: "threw";
      readonly message: string;
      readonly reason: string | null;
      readonly hint: string | null;
      readonly details: JsonObject;
    }
  | { readonly kind: "timeout" | "cancelled" };

/** How one HTTP request went, redirects included. */
export interface HttpResult {
  readonly end:
    | { readonly kind: "answered"; readonly status: number; readonly headers: Readonly<Record<string, string>> }
    | { readonly kind: "timeout" | "cancelled" }
    /** `reason` is for the caller: what was refused or what broke, and at which hop. `isRedirect`: an answer sent it there. */
    | { readonly kind: "refused" | "failed"; readonly reason: string; readonly isRedirect?: true };
  readonly startedAtMs: number;
  readonly durationMs: number;
  /** At most the cap, unpacked. */
  readonly body: Uint8Array;
  readonly bodyBytes: number;
  /** Lower-case hex SHA-256 over every byte of the body, unpacked; of those that were read. */
  readonly bodyHash: string;
  /** `false`: reading stopped far beyond the cap, so there was more than `bodyBytes` says. */
  readonly bodyComplete: boolean;
  /** Where the answer came from at last, without secrets. */
  readonly url: string;
  readonly hops: number;
}

export interface ExecutionContext {
  readonly signal: AbortSignal;
  readonly onEvent?: ((event: CallEvent) => void) | undefined;
  /** Opened values of the plan's sealed environment, by name. */
  readonly sealed: Readonly<Record<string, string>>;
  /** Opened secrets that the plan names, by the name of the secret. */
  readonly secrets: Readonly<Record<string, string>>;
  /** Puts a question to the client; absent: nobody can be asked. */
  readonly ask?: AskClient | undefined;
  /** What the client is able to answer. @default nothing */
  readonly client?: ClientAbilities | undefined;
}

/** Acts on the world for one admitted call. Takes nothing that did not pass the gate. */
export interface Backend {
  run(call: AdmittedCall, context: ExecutionContext): Promise<Produced>;
}

/** One back end per kind; adding a kind is adding a row where this is built. */
export type Backends = Readonly<Partial<Record<BackendSpec["kind"], Backend>>>;
