import type { ApprovalPage } from "../approval/browser/approval-page.ts";
import type { ApprovalDesk } from "../approval/approval-desk.ts";
import type { AuditLog } from "../audit/audit-log.ts";
import type { Backends } from "../backends/backend.ts";
import type { Config } from "../config/config.ts";
import type { ProgramFinder } from "../facts/program-finder.ts";
import type { Caller } from "../model/caller.ts";
import type { Call, Session } from "../model/call.ts";
import type { TraceContext } from "../model/trace.ts";
import type { Tool } from "../model/tool.ts";
import type { Scrubber } from "../output/scrub/scrubber.ts";
import type { CommandAnalysis } from "../shell/analysis.ts";
import type { LimitRepository } from "../storage/repositories.ts";
import type { CallObserver } from "./observe/call-observer.ts";
import type { McpBridge } from "../mcp-bridge/bridge.ts";
import type { EvidenceStore } from "../evidence/evidence-store.ts";
import type { RunParser } from "./shape/parser/run-parser.ts";
import type { Sandbox } from "../sandbox/sandbox.ts";
import type { SecretUse } from "../secrets/secret-source.ts";
import type { LimitRule, Policy } from "../policy/policy.ts";
import type { RegistrySnapshot } from "../registry/registry.ts";

/** Everything the path of a call reaches out to, wired once in `main.ts`. */
export interface Gate {
  readonly config: Config;
  /** Everything declared, as far as this process has seen. */
  readonly registry: { readonly snapshot: RegistrySnapshot };
  /** Counts what any process changed in the database, up to this moment. */
  revision(): number;
  /** Everything declared at this moment, or at least at a revision: changes by any process are seen at the next call. */
  currentTools(revision?: number): Promise<RegistrySnapshot>;
  readonly audit: AuditLog;
  readonly approvals: ApprovalDesk;
  /** Where this process lets people answer in a browser. */
  readonly approvalPage: Pick<ApprovalPage, "url">;
  /** Back ends that this gateway has; a tool of another kind is refused. */
  readonly backends: Backends;
  /** Upstream MCP servers, and what was accepted of them. */
  readonly upstream: McpBridge;
  /** Whether there is a back end for the tool and, where it needs one, a handler. */
  canRun(tool: Tool): boolean;
  /** Sees what any process has registered to be taken out since. Rejects when a value cannot be opened. */
  refreshScrubbing(revision?: number): Promise<void>;
  /** What takes secrets out of the output of one call: those known everywhere, and the ones it was given. */
  scrubberFor(secrets: readonly string[]): Scrubber;
  /** Values that are kept sealed with a tool. Rejects when they cannot be opened: nothing runs without them. */
  openSealed(tool: Tool): Promise<Readonly<Record<string, string>>>;
  /** Secrets that a plan names, by name. Rejects with `SecretError`: nothing runs without all of them. */
  openSecrets(names: readonly string[], use: SecretUse): Promise<Readonly<Record<string, string>>>;
  /** What confines programs here, or why nothing does. */
  readonly sandbox: Sandbox;
  /** Where output files go. */
  readonly evidence: EvidenceStore;
  /** Runs the parser programs of tools. */
  readonly runParser: RunParser;
  /** The policy of this moment, or at least of a revision: changes by any process are seen at the next call. */
  currentPolicy(revision?: number): Promise<Policy>;
  /** Understands a command line with both parsers. */
  readonly analyzeLine: (text: string) => CommandAnalysis;
  /** What a tool of an agent, which the agent runs itself, is judged as: a built-in tool, served or not, or its name. */
  hookTool(name: string): Tool;
  /** To be awaited before the first line. */
  prepareLines(): Promise<void>;
  readonly limits: LimitRepository;
  /** Of the configuration at this moment: whether anybody can be asked, whether in forms of clients, and which limits there are. */
  readonly permissions: {
    readonly headless: boolean;
    readonly elicitForm: boolean;
    readonly limits: readonly LimitRule[];
  };
  /** Who may answer for which calls, at this moment. */
  approvers(): Config["approvers"];
  /** The person's home folder; absolute, links followed. */
  readonly home: string;
  /** Whether the token that a caller came with was revoked since, by any process. */
  isRevoked(caller: Caller): Promise<boolean>;
  /** The named session, the caller's implicit one for `null`; `null` when there is no such session of this caller. */
  findSession(id: string | null, caller: Caller): Promise<Session | null>;
  /** Where the commands of a session work at this moment; `null`: in the workspace root. */
  sessionFolder(session: Session): Promise<string | null>;
  /** One more call ran in a session. */
  countInteraction(session: Session): void;
  /** Where the commands of a session work from now on. */
  moveSession(id: string, folder: string): Promise<void>;
  readonly programs: ProgramFinder;
  /** Absolute, links followed: what no tool may read or write, except for the caller's own session folder. */
  readonly protectedFolders: readonly string[];
  /** Why a path is kept from `guarded` parameters, or `null`: secret files, what the operator denied, what sets the rules. */
  deniedFile(path: string, purpose: "read" | "write"): string | null;
  /** The scope of this moment. */
  readonly scope: { readonly current: Config["scope"] };
  readonly running: RunningCalls;
  /** Hears of every call and changes none. @default nobody does */
  readonly observer?: CallObserver | undefined;
  readonly now: () => number;
  /** Keeps the cause of an unexpected failure where an operator finds it. */
  logFailure(id: string, cause: unknown): void;
}

/** The calls that this process is working on. */
export interface RunningCalls {
  /** `null` when there is no room, or no more calls are taken. The signal ends with the caller's or an operator's wish. */
  enter(
    call: Pick<Call, "id" | "caller" | "trace">,
    signal: AbortSignal | undefined,
  ): RunningCall | "full" | "draining";
  /** The trace that a running call belongs to, which its own calls go on; `null`: none, or it does not run here. */
  traceOf(callId: string): TraceContext | null;
}

export interface RunningCall {
  readonly signal: AbortSignal;
  leave(): void;
  /** Whether it was ended because its credential was revoked. */
  isRevoked(): boolean;
  /** Makes room for others while a human is asked. `false`: this credential has too many questions open. */
  wait(): boolean;
  /** Counts again: the human said yes. */
  proceed(): void;
  /**
   * Makes room for others while the client is asked something; what it returns ends that. `null`: too many questions of
   * calls of this credential are open.
   */
  ask(): (() => void) | null;
}
