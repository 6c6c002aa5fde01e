import type { Client, McpSubscription } from "@modelcontextprotocol/client";
import { inTurn } from "../../../registry/in-turn.ts";

/** Which resources a server was asked to speak of when they change. */
export interface ResourceWatch {
  /**
   * From now on the server says when one of these changes, and is not asked of any other. Resolves to those that it agreed
   * to; rejects where it speaks of none, or cannot be asked.
   */
  set(uris: ReadonlySet<string>, timeoutMs: number): Promise<ReadonlySet<string>>;
  /** Asks again where a stream for it broke off unnoticed. */
  repair(timeoutMs: number): Promise<void>;
}

/** @param onUpdated told the URI of a watched resource, as often as the server says so, and where something may have been missed */
export function watchResources(client: Client, onUpdated: (uri: string) => void): ResourceWatch {
  let agreed: ReadonlySet<string> = new Set();
  client.setNotificationHandler("notifications/resources/updated", ({ params }) => {
    // A part of what is watched is named by its own address, which nobody has been allowed to read.
    for (const uri of agreed) if (params.uri === uri || params.uri.startsWith(toFolder(uri))) onUpdated(uri);
  });
  const asking = client.getProtocolEra() === "modern" ? listening(client) : subscribing(client);
  let wanted: ReadonlySet<string> = agreed;
  let limitMs = 0;
  const ask = inTurn(async () => {
    agreed = await asking.ask(wanted, agreed, limitMs);
  });
  return {
    async set(uris, timeoutMs) {
      if (uris.size > 0 && client.getServerCapabilities()?.resources?.subscribe !== true) {
        throw new Error("it does not say when its resources change");
      }
      [wanted, limitMs] = [uris, timeoutMs];
      await ask();
      return agreed;
    },
    async repair(timeoutMs) {
      if (!asking.isBroken() || wanted.size === 0) return;
      limitMs = timeoutMs;
      await ask();
      for (const uri of agreed) onUpdated(uri);
    },
  };
}

interface Asking {
  /** Resolves to those of `wanted` that the server agreed to. */
  ask(wanted: ReadonlySet<string>, before: ReadonlySet<string>, timeout: number): Promise<ReadonlySet<string>>;
  isBroken(): boolean;
}

/** Up to 2025-11-25: each by itself. */
function subscribing(client: Client): Asking {
  return {
    async ask(wanted, before, timeout) {
      const gone = [...before].filter((uri) => !wanted.has(uri));
      // What the server does not forget, it tells to nobody.
      await Promise.all(gone.map((uri) => client.unsubscribeResource({ uri }, { timeout }).catch(() => undefined)));
      const agreed = new Set([...before].filter((uri) => wanted.has(uri)));
      const fresh = [...wanted].filter((uri) => !before.has(uri));
      const answers = fresh.map((uri) =>
        client.subscribeResource({ uri }, { timeout }).then(
          () => void agreed.add(uri),
          () => undefined,
        ),
      );
      await Promise.all(answers);
      return agreed;
    },
    isBroken: () => false,
  };
}

/** On 2026-07-28: all over one stream, and a new one in place of it when they become others. */
function listening(client: Client): Asking {
  let open: McpSubscription | null = null;
  return {
    async ask(wanted, _before, timeout) {
      const last = open;
      const next = wanted.size === 0 ? null : await client.listen({ resourceSubscriptions: [...wanted] }, { timeout });
      open = next;
      void next?.closed.then(() => {
        if (open === next) open = null;
      });
      await last?.close();
      const { resourceSubscriptions = [] } = next?.honoredFilter ?? {};
      return new Set(resourceSubscriptions.filter((uri) => wanted.has(uri)));
    },
    isBroken: () => open === null,
  };
}

function toFolder(uri: string): string {
  return uri.endsWith("/") ? uri : `${uri}/`;
}
