import { AsyncLocalStorage } from "node:async_hooks";
import type { Client } from "@modelcontextprotocol/client";
import type { McpServer } from "../../config/mcp/mcp-server.ts";
import { LOG_LEVELS } from "../../model/call.ts";
import type { CallEvent } from "../../model/call.ts";
import type { JsonObject, JsonValue } from "../../model/json.ts";
import { answerQuestion, readQuestion } from "./answer-question.ts";
import type { RunningCall } from "./running-call.ts";

type Listener = (event: CallEvent) => void;

/** The calls of one connection, and which of them a server speaks of in between. */
export interface Calls {
  readonly running: { readonly size: number };
  readonly within: <T>(running: RunningCall, onEvent: Listener | undefined, act: () => Promise<T>) => Promise<T>;
}

/**
 * Knows which call a question or a log line of the server belongs to: the one on whose stream it came, or else the only one
 * that runs. Where that is not known, nobody is asked and nobody is told.
 */
export function createCalls(client: Client, server: McpServer): Calls {
  const running = new Map<RunningCall, Listener | undefined>();
  const current = new AsyncLocalStorage<RunningCall>();
  const find = (): RunningCall | undefined => {
    const [only, ...others] = running.keys();
    const found = current.getStore() ?? (others.length === 0 ? only : undefined);
    return found !== undefined && running.has(found) ? found : undefined;
  };
  client.setRequestHandler("elicitation/create", async ({ params }, { mcpReq }) => {
    const asking = find();
    if (asking === undefined) return { action: "decline" };
    const signal = AbortSignal.any([asking.signal, mcpReq.signal]);
    const answer = await answerQuestion(readQuestion(server.name, params as unknown as JsonObject), asking.ask, signal);
    return answer as { action: "accept" | "decline" | "cancel" };
  });
  client.setNotificationHandler("notifications/message", ({ params }) => {
    const about = find();
    const level = LOG_LEVELS.find((known) => known === params.level);
    if (about === undefined || level === undefined) return;
    running.get(about)?.({ kind: "log", level, logger: params.logger, data: (params.data ?? null) as JsonValue });
  });
  return {
    running,
    async within(call, onEvent, act) {
      running.set(call, onEvent);
      try {
        return await current.run(call, act);
      } finally {
        running.delete(call);
      }
    },
  };
}
