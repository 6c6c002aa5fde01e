import type { Clock } from "./clock.ts";

export interface Throttle {
  /** Something happened: `act` runs soon, once for however much happens until then. */
  note(): void;
  /** Forgets what was noted. */
  stop(): void;
}

/** Runs `act` `pauseMs` after something happened, and never sooner than `everyMs` after the last time. */
export function createThrottle(
  clock: Clock,
  { pauseMs, everyMs }: { readonly pauseMs: number; readonly everyMs: number },
  act: () => void,
): Throttle {
  let last = Number.NEGATIVE_INFINITY;
  let cancel: (() => void) | null = null;
  return {
    note() {
      cancel ??= clock.after(Math.max(pauseMs, last + everyMs - clock.now()), () => {
        cancel = null;
        last = clock.now();
        act();
      });
    },
    stop() {
      cancel?.();
      cancel = null;
    },
  };
}
