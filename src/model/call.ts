import type { CancelCause, RuleSuggestion } from "./approval.ts";
import type { Caller, CallerHints } from "./caller.ts";
import type { Decision } from "./decision.ts";
import type { Facts } from "./facts.ts";
import type { JsonObject, JsonValue } from "./json.ts";
import type { Plan } from "./plan.ts";
import type { AskClient, ClientAbilities } from "./question.ts";
import type { Tool } from "./tool.ts";
import type { TraceContext } from "./trace.ts";

/** The door a call came through. */
export type Entry = "mcp-stdio" | "mcp-http" | "cli" | "library" | "nested" | "hook";

/** Whether an MCP client made the call, over whichever transport. */
export function isFromMcp(entry: Entry): boolean {
  return entry === "mcp-stdio" || entry === "mcp-http";
}

/** A call as it arrives: nothing in it has been checked. */
export interface RawCall {
  readonly entry: Entry;
  readonly tool: unknown;
  readonly args: unknown;
  readonly caller: Caller;
  /** Session whose folder and state the call uses; absent: the implicit session of (principal, agent). */
  readonly session?: string | undefined;
  readonly parent?: { readonly callId: string; readonly depth: number } | undefined;
  /** Ends the call when aborted: the client cancelled or went away. */
  readonly signal?: AbortSignal | undefined;
  /** Deadline set by the caller; it can only shorten the tool's own limit. */
  readonly timeoutMs?: number | undefined;
  /** Whether the connection can wait for a human. When not, an ask ends `pending`. @default true */
  readonly hold?: boolean | undefined;
  /** What the request says of itself; may only narrow. */
  readonly hints?: unknown;
  /** `traceparent`, `tracestate` and `baggage` as they came; what breaks a rule is ignored. @default none */
  readonly trace?: unknown;
  /** The agent runs it itself once it is let through; Toolgate decides, approves and records. @default false */
  readonly delegated?: boolean | undefined;
  readonly onEvent?: ((event: CallEvent) => void) | undefined;
  /** Puts a question to the client. @default nobody can be asked: declined */
  readonly ask?: AskClient | undefined;
  /** What of all that the client said that it can answer. @default nothing */
  readonly client?: ClientAbilities | undefined;
  /** Whether an MCP client can come back for the result later. @default false */
  readonly takesTasks?: boolean | undefined;
}

/** As syslog has them, least first. */
export const LOG_LEVELS = ["debug", "info", "notice", "warning", "error", "critical", "alert", "emergency"] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

/** What a waiting client can be shown while a call is under way. */
export type CallEvent =
  | AwaitingApproval
  | { readonly kind: "approval-cancelled"; readonly approvalId: string; readonly cause: CancelCause }
  | { readonly kind: "started"; readonly callId: string }
  /** What an upstream server says of its progress; `total` where it knows one. */
  | {
      readonly kind: "progress";
      readonly progress: number;
      readonly total?: number | undefined;
      readonly message?: string | undefined;
    }
  /** What an upstream server logs meanwhile, for clients that want it. */
  | { readonly kind: "log"; readonly level: LogLevel; readonly logger?: string | undefined; readonly data: JsonValue }
  | { readonly kind: "output"; readonly stream: "stdout" | "stderr"; readonly text: string };

/** A human has to answer before the call goes on. */
export interface AwaitingApproval {
  readonly kind: "awaiting-approval";
  readonly approvalId: string;
  /** ISO 8601. */
  readonly expiresAt: string;
  readonly tool: string;
  /** What rules match besides the name; `null`: the tool has no specifier. */
  readonly specifier: string | null;
  /** The mode that it was judged in. */
  readonly mode: string;
  /** What may be allowed from now on; none where only this one call can be. */
  readonly suggestions: readonly RuleSuggestion[];
  /** Each command of a line, as far as it is known before it runs. */
  readonly commands?: readonly string[] | undefined;
}

/** A well-formed call of a known caller. */
export interface Call {
  readonly id: string;
  readonly entry: Entry;
  readonly toolName: string;
  readonly args: JsonObject;
  readonly caller: Caller;
  readonly session: string | null;
  readonly parent: { readonly callId: string; readonly depth: number } | null;
  readonly receivedAt: number;
  readonly timeoutMs: number | null;
  readonly hold: boolean;
  readonly hints: CallerHints;
  readonly delegated: boolean;
  /** Where its requests belong in a trace; nothing is decided by it. @default nowhere */
  readonly trace?: TraceContext | null | undefined;
}

export interface ReceivedCall {
  readonly call: Call;
}

export interface ResolvedCall extends ReceivedCall {
  readonly tool: Tool;
  readonly session: Session;
  /** Of the database, read after the call came: what it is judged by is at least that new. */
  readonly revision: number;
  /** The longest that grants of an upstream server let the call take; `null`: they say nothing. @default null */
  readonly grantedMs?: number | null | undefined;
}

/** A caller's working context. Bound to principal and agent; owns a folder that is removed with it. */
export interface Session {
  readonly id: string;
  /** Absolute, real path; mode 0700. */
  readonly folder: string;
  /** Where the session's commands work; `null`: the workspace root. Absolute, real. @default null */
  readonly cwd?: string | null | undefined;
  /** Calls that ran in it so far, as far as this process saw. @default 0 */
  readonly interactions?: number | undefined;
}

export interface PlannedCall extends ResolvedCall {
  /** Typed values, for policies. */
  readonly values: JsonObject;
  readonly plan: Plan;
  /** `sha256:<hex>` over tool definition and plan; what an approval is bound to. */
  readonly binding: string;
}

export interface GatheredCall extends PlannedCall {
  readonly facts: Facts;
}

export interface DecidedCall extends GatheredCall {
  readonly decision: Decision;
}

declare const admission: unique symbol;

/**
 * A call that may run: decided, approved where a human had to be asked, and with its intent on disk.
 * INVARIANT: only `call/approve.ts` makes one, and back ends take nothing else.
 */
export interface AdmittedCall extends DecidedCall {
  readonly [admission]: "admitted";
  /** Place of the intent in the audit; `null`: it is on disk and gets its place a moment later. */
  readonly intentSeq: number | null;
  /** Who approved it; `null` when nobody had to be asked. */
  readonly approvedBy: string | null;
}
