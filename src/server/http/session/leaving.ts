import type { ServerResponse } from "node:http";

/** Ends the calls of clients that went away, but not of those that come back for the answers. */
export interface Leaving {
  /** What ends a call whose connection goes with `signal`. */
  readonly follow: (signal: AbortSignal) => AbortSignal;
  /** The client is back, as long as `outgoing` lasts. */
  readonly back: (outgoing: ServerResponse) => void;
  readonly close: () => void;
}

/** Calls of one session; the oldest is likely over, and ends if it is not. */
const MOST_LEFT = 100;

/** @param graceMs how long calls go on without a connection of their client */
export function createLeaving(graceMs: number): Leaving {
  const left = new Set<AbortController>();
  let connections = 0;
  let timer: NodeJS.Timeout | undefined;
  const endAll = (): void => {
    for (const controller of left) controller.abort();
    left.clear();
  };
  const end = (controller: AbortController): void => {
    left.delete(controller);
    controller.abort();
  };
  const watch = (): void => {
    clearTimeout(timer);
    timer = connections > 0 || left.size === 0 ? undefined : setTimeout(endAll, graceMs).unref();
  };
  return {
    follow(signal) {
      const controller = new AbortController();
      const leave = (): void => {
        const [oldest] = left;
        if (left.size >= MOST_LEFT && oldest !== undefined) end(oldest);
        left.add(controller);
        watch();
      };
      if (signal.aborted) leave();
      else signal.addEventListener("abort", leave, { once: true });
      return controller.signal;
    },
    back(outgoing) {
      connections += 1;
      watch();
      outgoing.once("close", () => {
        connections -= 1;
        watch();
      });
    },
    close() {
      clearTimeout(timer);
      endAll();
    },
  };
}
