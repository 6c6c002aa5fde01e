import type { Client } from "@modelcontextprotocol/client";
import type { Clock } from "../../health/clock.ts";

/** What a server says of URLs that it wanted opened. */
export interface Completions {
  /** Resolves when all of these are done, or when nobody waits for that any longer. */
  readonly wait: (ids: readonly string[], signal: AbortSignal) => Promise<void>;
  /** Resolves when one is done, also after the call that it was for. Never, where the server does not say. */
  readonly of: (id: string) => Promise<void>;
}

/** A server need not say that a person is done; after this long it is worth a try. */
const LONGEST_MS = 30_000;
/** Remembered, for a person may be done before the client has said that it asked; and so many are waited for. */
const MOST_KNOWN = 64;

/** Hears of a server which of the URLs that it wanted opened are done with. */
export function awaitCompletion(client: Pick<Client, "setNotificationHandler">, clock: Clock): Completions {
  const done = new Set<string>();
  const waiting = new Set<() => void>();
  const open = new Map<string, PromiseWithResolvers<undefined>>();
  client.setNotificationHandler("notifications/elicitation/complete", ({ params: { elicitationId } }) => {
    if (done.size >= MOST_KNOWN) dropOldest(done);
    done.add(elicitationId);
    open.get(elicitationId)?.resolve(undefined);
    open.delete(elicitationId);
    for (const look of waiting) look();
  });
  const wait: Completions["wait"] = (ids, signal) =>
    new Promise((resolve) => {
      const end = (): void => {
        waiting.delete(look);
        stop();
        signal.removeEventListener("abort", end);
        resolve();
      };
      const look = (): void => {
        if (ids.every((id) => done.has(id))) end();
      };
      const stop = clock.after(LONGEST_MS, end);
      waiting.add(look);
      signal.addEventListener("abort", end, { once: true });
      if (signal.aborted) end();
      else look();
    });
  return {
    wait,
    of(id) {
      const known = open.get(id) ?? Promise.withResolvers<undefined>();
      if (done.has(id)) known.resolve(undefined);
      else {
        if (open.size >= MOST_KNOWN) dropOldest(open);
        open.set(id, known);
      }
      return known.promise;
    },
  };
}

function dropOldest(kept: Set<string> | Map<string, unknown>): void {
  const [oldest] = kept.keys();
  if (oldest !== undefined) kept.delete(oldest);
}
