/** The time of day, and time that nobody can set. */
export interface ApprovalClock {
  /** Milliseconds since 1970. */
  now(): number;
  /** Milliseconds since some moment; only goes forward. */
  elapsed(): number;
}

export const SYSTEM_CLOCK: ApprovalClock = { now: () => Date.now(), elapsed: () => performance.now() };
