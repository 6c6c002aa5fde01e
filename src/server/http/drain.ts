import type { ServerResponse } from "node:http";

export interface Drain {
  readonly closing: () => boolean;
  /** Counts an exchange until its response is closed. */
  enter(outgoing: ServerResponse): void;
  /** From now on `closing`; resolves when no exchange is left or `graceMs` are over. */
  close(graceMs: number): Promise<void>;
}

/** Knows which exchanges have to finish before a server may go away. */
export function createDrain(): Drain {
  const { promise: idle, resolve: becomeIdle } = Promise.withResolvers<undefined>();
  let open = 0;
  let closing = false;
  const settle = (): void => {
    if (closing && open === 0) becomeIdle(undefined);
  };
  return {
    closing: () => closing,
    enter(outgoing) {
      open += 1;
      outgoing.once("close", () => {
        open -= 1;
        settle();
      });
    },
    async close(graceMs) {
      closing = true;
      settle();
      const timer = setTimeout(() => becomeIdle(undefined), graceMs);
      await idle;
      clearTimeout(timer);
    },
  };
}
