import type { ReconnectionScheduler } from "@modelcontextprotocol/client";

/** Timers hold no more than 2^31 ms: what is longer would fire at once. */
const LONGEST_MS = 60 * 60_000;
const SHORTEST_MS = 100;
/** Of a server that ends every stream at once. */
const OFTEN_MS = 5_000;
const OFTEN = 20;
const WITHIN_MS = 60_000;

/**
 * When a stream of events that broke off is opened again: as its server says, but not without a pause, and more rarely the
 * more often it happens. Nothing but streams is opened again; no call is sent a second time.
 */
export function paceReconnecting(): ReconnectionScheduler {
  let recent: readonly number[] = [];
  return (reconnect, delayMs) => {
    const now = performance.now();
    recent = [...recent.filter((at) => now - at < WITHIN_MS), now].slice(-OFTEN);
    const shortest = recent.length < OFTEN ? SHORTEST_MS : OFTEN_MS;
    const timer = setTimeout(reconnect, Math.min(Math.max(delayMs, shortest), LONGEST_MS)).unref();
    return () => clearTimeout(timer);
  };
}
