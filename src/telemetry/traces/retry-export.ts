import { setTimeout as sleep } from "node:timers/promises";

/** How one attempt went. */
export interface Attempt {
  /** Why it failed; `null`: it did not. */
  readonly problem: string | null;
  /** Whether the same may go well later. */
  readonly isPassing: boolean;
  /** The pause that the other side asked for; `null`: none. */
  readonly pauseMs: number | null;
}

/** All in milliseconds. */
export interface Patience {
  readonly firstPauseMs: number;
  readonly mostPauseMs: number;
  /** No attempt begins later than so long after the first one. */
  readonly forMs: number;
}

/** A collector that is started anew is back by then; what waits meanwhile stays in its bounded queue. */
export const PATIENCE: Patience = { firstPauseMs: 1000, mostPauseMs: 8000, forMs: 30_000 };

/**
 * Attempts again what failed for a passing reason, after pauses that double. Once `hurry` is aborted there is one more
 * attempt at once, and no other. Resolves to why it failed at last; `null`: it did not.
 */
export async function retryExport(
  attempt: () => Promise<Attempt>,
  { firstPauseMs, mostPauseMs, forMs }: Patience,
  hurry: AbortSignal,
): Promise<string | null> {
  const began = performance.now();
  for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(pauseMs * 2, mostPauseMs)) {
    const wasLast = hurry.aborted;
    const { problem, isPassing, pauseMs: asked } = await attempt();
    // Many gateways that lost one collector must not come back all at once.
    const wait = Math.max(asked ?? 0, pauseMs * (0.8 + Math.random() * 0.4));
    if (problem === null || !isPassing || wasLast || performance.now() - began + wait > forMs) return problem;
    await sleep(wait, undefined, { ref: false, signal: hurry }).catch(() => undefined);
  }
}
