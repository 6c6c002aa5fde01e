import type { Approval } from "../storage/repositories.ts";

/** What a call puts before a human. */
export interface ApprovalQuestion {
  readonly callId: string;
  readonly tool: string;
  readonly binding: string;
  readonly workspace: string;
  readonly tenant: string;
  readonly principal: string;
  readonly agent: string;
  readonly credential: string;
  readonly summary: Approval["summary"];
  /** The caller waits on an open connection; its end is a no. */
  readonly held: boolean;
}

export type ApprovalEnd =
  | { readonly kind: "approved"; readonly approval: Approval }
  | { readonly kind: "denied"; readonly by: string; readonly reason: string | null }
  | { readonly kind: "timeout" }
  | { readonly kind: "cancelled" };

/** Where calls wait for a human. Questions and answers live in the database, so that any process can answer. */
export interface ApprovalDesk {
  ask(question: ApprovalQuestion): Promise<Approval>;
  /** How many questions of a credential are open that nobody holds a line for. */
  countOpen(credential: string): Promise<number>;
  /** Waits for the answer, the deadline, or the caller to go away. */
  wait(approval: Approval, signal: AbortSignal): Promise<ApprovalEnd>;
  /**
   * What became of the last resumable question of this caller about the same plan, while it is in time: open, a proven
   * yes that was not used, or a no. `null`: nothing that counts.
   */
  findLatest(binding: string, credential: string): Promise<Approval | null>;
}
