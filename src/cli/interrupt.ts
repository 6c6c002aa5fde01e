const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;
const NUMBERS = { SIGHUP: 1, SIGINT: 2, SIGTERM: 15 } as const;
/** A terminal and the launcher may both deliver the same Ctrl-C. */
const SAME_KEY_MS = 300;

/**
 * Turns the first signal into an abort, so that what runs can be ended in order. A second one, pressed by somebody who
 * does not want to wait, ends the process at once.
 */
export function listenForInterrupt(exit: (code: number) => void): AbortSignal {
  const controller = new AbortController();
  let firstAt = 0;
  for (const signal of SIGNALS) {
    process.on(signal, () => {
      if (!controller.signal.aborted) {
        firstAt = performance.now();
        controller.abort(new Error(signal));
      } else if (performance.now() - firstAt > SAME_KEY_MS) {
        exit(128 + NUMBERS[signal]);
      }
    });
  }
  return controller.signal;
}
