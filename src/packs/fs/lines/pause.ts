import { setImmediate } from "node:timers/promises";

/** Lets others work now and then during a long computation. `true` when the time is over. @throws when aborted */
export type Pause = () => Promise<boolean>;

const TURN_MS = 20;

export function createPause(signal: AbortSignal, maxMs: number): Pause {
  const endsAt = performance.now() + maxMs;
  let turnEndsAt = performance.now() + TURN_MS;
  return async () => {
    signal.throwIfAborted();
    const now = performance.now();
    if (now > endsAt) return true;
    if (now > turnEndsAt) {
      await setImmediate();
      signal.throwIfAborted();
      turnEndsAt = performance.now() + TURN_MS;
    }
    return false;
  };
}
