import type { Client } from "@modelcontextprotocol/client";
import type { Clock } from "../../health/clock.ts";
import type { WaitForCompletion } from "./open-urls.ts";

/** A server need not say that a person is done; after this long it is worth a try. */
const LONGEST_MS = 30_000;
/** Remembered, for a person may be done before the client has said that it asked. */
const MOST_KNOWN = 64;

/** Hears of a server which of the URLs that it wanted opened are done with. */
export function awaitCompletion(client: Client, clock: Clock): WaitForCompletion {
  const done = new Set<string>();
  const waiting = new Set<() => void>();
  client.setNotificationHandler("notifications/elicitation/complete", ({ params }) => {
    const [oldest] = done;
    if (done.size >= MOST_KNOWN && oldest !== undefined) done.delete(oldest);
    done.add(params.elicitationId);
    for (const look of waiting) look();
  });
  return (ids, signal) =>
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
}
