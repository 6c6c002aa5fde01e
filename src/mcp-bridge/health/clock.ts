/** Time, as far as connections wait for it. */
export interface Clock {
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Calls back once after so many milliseconds; the returned function takes that back. */
  readonly after: (delayMs: number, action: () => void) => () => void;
}

/**
 * Longest delay of a timer; beyond it one fires at once. For the library's own timers, which must not come before Toolgate's.
 */
export const NEVER_MS: number = 2_147_483_647;

export const SYSTEM_CLOCK: Clock = {
  now: Date.now,
  after: (delayMs, action) => {
    const timer = setTimeout(action, Math.min(delayMs, NEVER_MS));
    return () => clearTimeout(timer);
  },
};
