export type EarlyEnd = "timeout" | "cancelled";

/** The time that one request has, and the signal that may end it sooner. */
export interface Deadline {
  /** Set once it is over. */
  readonly ended: () => EarlyEnd | null;
  /** Calls back once when it ends, at once if it has; the returned function takes that back. */
  readonly onEnd: (listener: () => void) => () => void;
  /** The value, or how the request ended before it came. A value that comes later is dropped, and so is its failure. */
  readonly race: <T>(value: Promise<T>) => Promise<{ readonly value: T } | { readonly ended: EarlyEnd }>;
  /** Whether that much time passed before it ended. */
  readonly sleep: (delayMs: number) => Promise<boolean>;
  readonly close: () => void;
}

/** Longest delay of a timer; beyond it one fires at once. */
const MAX_DELAY_MS = 2_147_483_647;

export function createDeadline(signal: AbortSignal, timeoutMs: number): Deadline {
  let end: EarlyEnd | null = null;
  const listeners = new Set<() => void>();
  const finish = (how: EarlyEnd): void => {
    if (end !== null) return;
    end = how;
    for (const listener of listeners) listener();
    listeners.clear();
  };
  const cancel = (): void => finish("cancelled");
  const timer = setTimeout(() => finish("timeout"), Math.min(timeoutMs, MAX_DELAY_MS));
  signal.addEventListener("abort", cancel, { once: true });
  if (signal.aborted) cancel();
  const onEnd = (listener: () => void): (() => void) => {
    if (end === null) listeners.add(listener);
    else listener();
    return () => void listeners.delete(listener);
  };
  return {
    ended: () => end,
    onEnd,
    race: (value) =>
      new Promise((resolve, reject) => {
        const forget = onEnd(() => resolve({ ended: end ?? "cancelled" }));
        value.then((result) => resolve({ value: result }), reject).finally(forget);
      }),
    sleep: (delayMs) =>
      new Promise((resolve) => {
        const wake = setTimeout(() => {
          forget();
          resolve(true);
        }, delayMs);
        const forget = onEnd(() => {
          clearTimeout(wake);
          resolve(false);
        });
      }),
    close: () => {
      clearTimeout(timer);
      signal.removeEventListener("abort", cancel);
    },
  };
}
