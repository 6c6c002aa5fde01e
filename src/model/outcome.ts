import type { ErrorInfo, Step } from "./errors.ts";
import type { JsonValue } from "./json.ts";

/** What the caller gets, the same over every protocol. */
export interface Outcome {
  readonly callId: string;
  readonly tool: string;
  readonly status: "success" | "refused" | "pending" | "failed";
  /** Set unless `status` is `success`. */
  readonly error: ErrorInfo | null;
  /** Where a refused call ended. */
  readonly step: Step | null;
  /** Text for the model, already scrubbed. */
  readonly content: readonly ContentBlock[];
  /** What the tool's output shape promises; `null` when nothing ran. */
  readonly structured: JsonValue;
  /** Set when `status` is `pending`. */
  readonly approval: { readonly id: string; readonly expiresAt: string } | null;
  readonly evidence: Evidence | null;
}

export interface ContentBlock {
  readonly type: "text";
  readonly text: string;
}

/** What Toolgate saw of an execution, whatever the program says of itself. */
export interface Evidence {
  readonly status: EvidenceStatus;
  readonly startedAt: string;
  readonly durationMs: number;
  readonly exitCode: number | null;
  readonly signal: string | null;
  /** `sha256:<hex>` over every byte the program wrote, also those beyond the caps. */
  readonly stdoutHash: string | null;
  readonly stderrHash: string | null;
  readonly stdoutBytes: number;
  readonly stderrBytes: number;
  readonly truncated: boolean;
  /** Processes of the tree that were still alive when the program had ended, and were killed. */
  readonly leftoverProcesses: number;
  /** How the tree was found: `process-tree` = by group, session, parents and inherited marker. */
  readonly containment: "process-tree" | "none";
}

/** `delegated`: let through, and run by the agent itself, where Toolgate does not see it. */
export type EvidenceStatus = "success" | "error" | "timeout" | "cancelled" | "interrupted" | "delegated";
