import type { AuditLog } from "../audit/audit-log.ts";
import type { ElapsedClock } from "./elapsed-clock.ts";
import type {
  ApprovalRepository,
  LimitRepository,
  RuleRepository,
  RunningCallRepository,
  ScrubValueRepository,
  SealingRepository,
  SecretRepository,
  SessionRepository,
  SettingRepository,
  StoredToolRepository,
  TokenRepository,
} from "./repositories.ts";
import type { AccessRequestRepository, PinRepository, ServerGrantRepository } from "./upstream-repositories.ts";

export interface StoreOptions {
  /** Absolute path; created with mode 0700 when absent. */
  readonly dataFolder: string;
  readonly tenant: string;
  /** `fsync` also survives power loss, at several milliseconds a commit. @default "process" */
  readonly durability: "process" | "fsync";
  /**
   * Awaited with the ids of calls whose writer is dead, before they are closed as `interrupted`: the moment to kill what
   * they left running. May be called by several openers for the same ids. When it rejects, so does the opening.
   */
  readonly onDeadCalls?: ((callIds: readonly string[]) => Promise<void>) | undefined;
  /** Calls of a process whose records go straight to the log, before its spool is used. @default 32 */
  readonly spoolAfter?: number | undefined;
  /** Measures what the wall clock cannot be trusted with. @default the machine's */
  readonly clock?: ElapsedClock | undefined;
}

/** The one database behind every Toolgate process of a data folder. */
export interface Store {
  readonly audit: AuditLog;
  readonly running: RunningCallRepository;
  readonly approvals: ApprovalRepository;
  readonly rules: RuleRepository;
  readonly limits: LimitRepository;
  readonly tokens: TokenRepository;
  readonly settings: SettingRepository;
  readonly sessions: SessionRepository;
  readonly tools: StoredToolRepository;
  readonly secrets: SecretRepository;
  readonly scrubValues: ScrubValueRepository;
  readonly sealing: SealingRepository;
  readonly pins: PinRepository;
  readonly serverGrants: ServerGrantRepository;
  readonly accessRequests: AccessRequestRepository;
  /** Grows with every control-plane write of any process; cheap enough to read at every call. */
  revision(): number;
  /** Calls of dead writers closed as `interrupted` when this store was opened. */
  readonly recovered: readonly RecoveredCall[];
  /** Commits what is queued, checkpoints, then closes. */
  close(): Promise<void>;
}

export interface RecoveredCall {
  readonly callId: string;
  readonly tool: string;
}

/** Why a store could not be opened; the message says what to do. */
export class StoreError extends Error {
  readonly code: "CORRUPT" | "NEWER_SCHEMA" | "READ_ONLY" | "FULL" | "UNAVAILABLE";
  readonly hint: string;

  constructor(code: StoreError["code"], message: string, hint: string) {
    super(message);
    this.name = "StoreError";
    this.code = code;
    this.hint = hint;
  }
}
