import type { Clock } from "./clock.ts";

/** The time that one call may take, which stands still while somebody is asked. */
export interface TimeLimit {
  /** Does something during which no time passes; several at once are one pause. */
  readonly during: <T>(act: () => Promise<T>) => Promise<T>;
  readonly stop: () => void;
}

/** Calls `onOver` once, when `limitMs` have passed outside of pauses, unless it is stopped before. */
export function startTimeLimit(limitMs: number, onOver: () => void, clock: Clock): TimeLimit {
  let leftMs = limitMs;
  let since = clock.now();
  let pauses = 0;
  let isOver = false;
  let cancel = (): void => undefined;
  const run = (): void => {
    since = clock.now();
    cancel = clock.after(leftMs, onOver);
  };
  const pause = (): void => {
    cancel();
    leftMs = Math.max(0, leftMs - (clock.now() - since));
  };
  run();
  return {
    async during(act) {
      pauses += 1;
      if (pauses === 1) pause();
      try {
        return await act();
      } finally {
        pauses -= 1;
        if (pauses === 0 && !isOver) run();
      }
    },
    stop() {
      isOver = true;
      cancel();
    },
  };
}
