import type { Approval, ApprovalAnswer } from "../storage/repositories.ts";

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

/** What the person at the client of a call answered: for that call alone. */
export interface GivenAtClient {
  readonly verdict: ApprovalAnswer["verdict"];
  readonly by: string;
  /** Of the caller, through whose client it came. */
  readonly credential: string;
}

/** Where calls wait for a human. Questions and answers live in the database, so that any process can answer. */
export interface ApprovalDesk {
  ask(question: ApprovalQuestion): Promise<Approval>;
  /** How many questions of a credential are open that nobody holds a line for. */
  countOpen(credential: string): Promise<number>;
  /** Waits for the answer, the deadline, or the caller to go away. */
  wait(approval: Approval, signal: AbortSignal): Promise<ApprovalEnd>;
  /** Writes down what came over the line of the call itself. `false`: somebody was first. */
  answer(approval: Approval, given: GivenAtClient): Promise<boolean>;
  /**
   * What became of the last resumable question of this caller about the same plan, while it is in time: open, a proven
   * yes that was not used, or a no. `null`: nothing that counts.
   */
  findLatest(binding: string, credential: string): Promise<Approval | null>;
}
