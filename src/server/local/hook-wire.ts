/** The first line of a request: one JSON object, then as many bytes of the agent's event as it says. */
export interface HookHead {
  readonly agent: string;
  readonly approvals: boolean;
  /** Where the hook runs: absolute. */
  readonly folder: string;
  /** How long the agent waits for its hook, in milliseconds. */
  readonly timeLimitMs: number;
  readonly bytes: number;
}

/** Longest first line, its end included. */
export const MAX_HEAD_BYTES: number = 8192;

/** How long an agent waits for its hook as it is installed, in seconds; the answer is given a little earlier. */
export const HOOK_SECONDS = { plain: 30, approvals: 600 } as const;
const MARGIN_SECONDS = 5;

/** When an answer has to be there, in milliseconds. */
export function toTimeLimit(approvals: boolean): number {
  return (HOOK_SECONDS[approvals ? "approvals" : "plain"] - MARGIN_SECONDS) * 1000;
}
