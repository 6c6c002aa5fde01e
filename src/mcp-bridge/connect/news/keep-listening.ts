import type { Client, McpSubscription } from "@modelcontextprotocol/client";
import type { SessionNews } from "./session-news.ts";

/**
 * On 2026-07-28 a server says over a stream of its own that its lists changed, and such a stream may break off unnoticed.
 * The returned function opens it again where that has happened; what changed meanwhile nobody said.
 */
export function keepListening(
  client: Client,
  { onToolsChanged, onOffersChanged }: Pick<SessionNews, "onToolsChanged" | "onOffersChanged">,
): (timeout: number) => Promise<void> {
  let isOpen = true;
  const watch = (subscription: McpSubscription): void => {
    isOpen = true;
    void subscription.closed.then(() => (isOpen = false));
  };
  const first = client.autoOpenedSubscription;
  if (first !== undefined) watch(first);
  return async (timeout) => {
    if (isOpen) return;
    try {
      watch(await client.listen({ ...first?.honoredFilter }, { timeout }));
      onToolsChanged();
      onOffersChanged("resources");
      onOffersChanged("prompts");
    } catch {
      // The next look tries again; whether the server is well, it has just said.
    }
  };
}
