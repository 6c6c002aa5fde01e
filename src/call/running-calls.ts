import type { TraceContext } from "../model/trace.ts";
import type { RunningCall, RunningCalls } from "./gate.ts";

/** Calls of one credential that may wait for a human at once; more would only flood whoever answers. */
const MAX_WAITING_OF_ONE = 16;

export interface RunningCallTable extends RunningCalls {
  readonly size: number;
  /** Ends one call. `false`: it is not running here. */
  cancel(callId: string): boolean;
  /** Takes no more calls, waits for those that run, and after `graceMs` ends them. */
  drain(graceMs: number): Promise<void>;
}

interface Entry {
  readonly controller: AbortController;
  readonly credential: string;
  readonly trace: TraceContext | null;
  /** Waits for a human, and takes no room from others meanwhile. */
  waits: boolean;
}

export function createRunningCalls(limit: number): RunningCallTable {
  const entries = new Map<string, Entry>();
  let waiting = 0;
  let isDraining = false;
  let onEmpty: () => void = () => undefined;

  const setWaits = (entry: Entry, waits: boolean): void => {
    if (entry.waits !== waits) waiting += waits ? 1 : -1;
    entry.waits = waits;
  };

  const leave = (callId: string, entry: Entry): void => {
    setWaits(entry, false);
    entries.delete(callId);
    if (entries.size === 0) onEmpty();
  };

  const wait = (entry: Entry): boolean => {
    const same = [...entries.values()].filter(({ waits, credential }) => waits && credential === entry.credential);
    if (same.length >= MAX_WAITING_OF_ONE) return false;
    setWaits(entry, true);
    return true;
  };

  const cancelAll = (): void => {
    for (const { controller } of entries.values()) controller.abort();
  };

  return {
    get size() {
      return entries.size;
    },
    enter({ id, caller, trace = null }, signal) {
      if (isDraining) return "draining";
      if (entries.size - waiting >= limit) return "full";
      const entry = { controller: new AbortController(), credential: caller.credential, trace, waits: false };
      entries.set(id, entry);
      return {
        ...follow(entry.controller, signal, () => leave(id, entry)),
        wait: () => wait(entry),
        proceed: () => setWaits(entry, false),
      };
    },
    traceOf: (callId) => entries.get(callId)?.trace ?? null,
    cancel(callId) {
      const controller = entries.get(callId)?.controller;
      controller?.abort();
      return controller !== undefined;
    },
    async drain(graceMs) {
      isDraining = true;
      if (entries.size === 0) return;
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
function follow(
  controller: AbortController,
  signal: AbortSignal | undefined,
  leave: () => void,
): Pick<RunningCall, "signal" | "leave"> {
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
