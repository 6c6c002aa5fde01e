import type { RunningCall, RunningCalls } from "./gate.ts";

export interface RunningCallTable extends RunningCalls {
  readonly size: number;
  /** Ends one call. `false`: it is not running here. */
  cancel(callId: string): boolean;
  /** Takes no more calls, waits for those that run, and after `graceMs` ends them. */
  drain(graceMs: number): Promise<void>;
}

export function createRunningCalls(limit: number): RunningCallTable {
  const controllers = new Map<string, AbortController>();
  let isDraining = false;
  let onEmpty: () => void = () => undefined;

  const leave = (callId: string): void => {
    controllers.delete(callId);
    if (controllers.size === 0) onEmpty();
  };

  const cancelAll = (): void => {
    for (const controller of controllers.values()) controller.abort();
  };

  return {
    get size() {
      return controllers.size;
    },
    enter(callId, signal) {
      if (isDraining) return "draining";
      if (controllers.size >= limit) return "full";
      const controller = new AbortController();
      controllers.set(callId, controller);
      return follow(controller, signal, () => leave(callId));
    },
    cancel(callId) {
      const controller = controllers.get(callId);
      controller?.abort();
      return controller !== undefined;
    },
    async drain(graceMs) {
      isDraining = true;
      if (controllers.size === 0) return;
      const empty = new Promise<void>((resolve) => {
        onEmpty = resolve;
      });
      const timer = setTimeout(cancelAll, graceMs);
      await empty;
      clearTimeout(timer);
    },
  };
}

/** Ends with the caller's signal too, and forgets that signal once the call is over. */
function follow(controller: AbortController, signal: AbortSignal | undefined, leave: () => void): RunningCall {
  const abort = (): void => controller.abort();
  if (signal?.aborted === true) abort();
  else signal?.addEventListener("abort", abort, { once: true });
  return {
    signal: controller.signal,
    leave: () => {
      signal?.removeEventListener("abort", abort);
      leave();
    },
  };
}
