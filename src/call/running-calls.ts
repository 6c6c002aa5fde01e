import type { TraceContext } from "../model/trace.ts";
import { createWaitingCalls } from "./approve/waiting-calls.ts";
import type { WaitingCall } from "./approve/waiting-calls.ts";
import type { RunningCall, RunningCalls } from "./gate.ts";

export interface RunningCallTable extends RunningCalls {
  readonly size: number;
  /** Ends one call. `false`: it is not running here. */
  cancel(callId: string): boolean;
  /** Ends the calls of credentials that were revoked. */
  revoke(revoked: ReadonlySet<string>): void;
  /** Takes no more calls, waits for those that run, and after `graceMs` ends them. */
  drain(graceMs: number): Promise<void>;
}

interface Entry extends WaitingCall {
  readonly controller: AbortController;
  readonly trace: TraceContext | null;
  isRevoked: boolean;
}

export function createRunningCalls(limit: number): RunningCallTable {
  const entries = new Map<string, Entry>();
  const waiting = createWaitingCalls();
  let isDraining = false;
  let onEmpty: () => void = () => undefined;

  const leave = (callId: string, entry: Entry): void => {
    waiting.leave(entry);
    entries.delete(callId);
    if (entries.size === 0) onEmpty();
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
      if (entries.size - waiting.size >= limit) return "full";
      const entry = toEntry(caller.credential, trace);
      entries.set(id, entry);
      return {
        ...follow(entry.controller, signal, () => leave(id, entry)),
        wait: () => waiting.wait(entry),
        proceed: () => waiting.proceed(entry),
        // One that has left takes no room, and must not make any.
        ask: () => (entries.get(id) === entry ? waiting.ask(entry) : null),
        isRevoked: () => entry.isRevoked,
      };
    },
    traceOf: (callId) => entries.get(callId)?.trace ?? null,
    cancel(callId) {
      const controller = entries.get(callId)?.controller;
      controller?.abort();
      return controller !== undefined;
    },
    revoke(revoked) {
      for (const entry of entries.values()) {
        if (entry.isRevoked || !revoked.has(entry.credential)) continue;
        entry.isRevoked = true;
        entry.controller.abort();
      }
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

function toEntry(credential: string, trace: TraceContext | null): Entry {
  return { controller: new AbortController(), credential, trace, waits: false, asks: 0, isRevoked: false };
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
