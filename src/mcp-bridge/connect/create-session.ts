import { SERVER_INFO_META_KEY } from "@modelcontextprotocol/client";
import type { Client } from "@modelcontextprotocol/client";
import type { McpServer } from "../../config/mcp/mcp-server.ts";
import { isObject } from "../../model/json.ts";
import type { JsonObject } from "../../model/json.ts";
import { showText } from "../../text/show-text.ts";
import { SYSTEM_CLOCK } from "../health/clock.ts";
import type { UpstreamCall, UpstreamListing, UpstreamResult } from "../upstream.ts";
import { UpstreamError } from "../upstream.ts";
import { AS_IT_CAME } from "./as-it-came.ts";
import { awaitCompletion } from "./asking/await-completion.ts";
import { toGiven } from "./asking/given-abilities.ts";
import { createCalls } from "./create-calls.ts";
import { callTool } from "./call-tool.ts";
import { explainCallFailure, findStatus, isAnswer, isHeaderMismatch } from "./explain-failure.ts";
import { keepListening } from "./news/keep-listening.ts";
import { limitEvents } from "./limit-events.ts";
import { listCatalogue } from "./lists/list-catalogue.ts";
import { listTools } from "./lists/list-tools.ts";
import { startCall } from "./running-call.ts";
import type { Session } from "./session.ts";
import type { SessionNews } from "./news/session-news.ts";
import type { RawTransport } from "./transport/raw-transport.ts";
import type { UpstreamParts } from "./upstream-parts.ts";
import { watchResources } from "./news/watch-resources.ts";

/** What a server says of itself when it is greeted; its tools have a measure of their own. */
const MAX_GREETING_BYTES = 1024 * 1024;
const LIST_TIMEOUT_MS = 60_000;
const WATCH_TIMEOUT_MS = 30_000;

export interface Opened {
  readonly client: Client;
  readonly transport: RawTransport;
  /** Why the transport is over, where it knows. */
  readonly reason: () => string | null;
}

/** Wraps a client that has been greeted. @throws UpstreamError when what the server says of itself is too long */
export function createSession(
  server: McpServer,
  { client, transport, reason }: Opened,
  parts: Pick<UpstreamParts, "scrub" | "clock"> & { readonly news: SessionNews },
): Session {
  const greeting = transport.greeting ?? {};
  if (JSON.stringify(greeting).length > MAX_GREETING_BYTES) {
    throw new UpstreamError("what it says of itself is too long", "it cannot be used as it is");
  }
  const { scrub, clock = SYSTEM_CLOCK } = parts;
  const about = findSoftware(greeting);
  const completions = awaitCompletion(client, clock);
  const calls = createCalls(client, server, transport, completions);
  const listen = keepListening(client, parts.news);
  const watch = watchResources(client, parts.news.onUpdated);
  let over: string | null = null;
  let isForgotten = false;
  const lost = new Promise<string>((resolve) => {
    client.onclose = () => {
      over ??= scrub(reason() ?? "the server closed it");
      resolve(over);
    };
  });
  return {
    protocolVersion: client.getNegotiatedProtocolVersion() ?? "unknown",
    software: about === null ? null : toText(about),
    lost,
    get running() {
      return calls.running.size;
    },
    get isForgotten() {
      return isForgotten;
    },
    list: (signal) => list(client, about, signal),
    catalogue: (signal) => listCatalogue(client, { signal, timeout: LIST_TIMEOUT_MS }),
    async isWell(timeoutMs) {
      const isWell = await answers(client, timeoutMs);
      if (isWell) await Promise.all([listen(timeoutMs), watch.repair(timeoutMs).catch(() => undefined)]);
      return isWell;
    },
    watch: (uris) => watch.set(uris, WATCH_TIMEOUT_MS),
    async call(asked: UpstreamCall): Promise<UpstreamResult["end"]> {
      const onEvent = asked.onEvent === undefined ? undefined : limitEvents(asked.onEvent, clock);
      const call = { ...asked, onEvent };
      const running = startCall({ ...call, client: toGiven(server, call.client) }, clock);
      const explain = (error: unknown): string => {
        if (findStatus(error) === 404) isForgotten = true;
        // It wants other headers than its definition says: that definition is old.
        if (isHeaderMismatch(error)) parts.news.onToolsChanged();
        return explainCallFailure(error, scrub);
      };
      const around = { client, server, completions, explain, lost: () => over };
      try {
        return await calls.within(running, onEvent, () => callTool(call, running, around));
      } finally {
        running.close();
      }
    },
    close: () => client.close(),
  };
}

async function list(client: Client, software: JsonObject | null, signal: AbortSignal): Promise<UpstreamListing> {
  return {
    software,
    protocolVersion: client.getNegotiatedProtocolVersion() ?? "unknown",
    instructions: client.getInstructions() ?? null,
    tools: await listTools(client, { signal, timeout: LIST_TIMEOUT_MS }),
  };
}

/** An error is an answer, too. */
async function answers(client: Client, timeout: number): Promise<boolean> {
  try {
    if (client.getProtocolEra() === "modern")
      await client.request({ method: "server/discover" }, AS_IT_CAME, { timeout });
    else await client.ping({ timeout });
    return true;
  } catch (error) {
    return isAnswer(error);
  }
}

/** The revisions keep it in different places. */
function findSoftware({ serverInfo, _meta }: JsonObject): JsonObject | null {
  if (isObject(serverInfo)) return serverInfo;
  const meta = isObject(_meta) ? _meta[SERVER_INFO_META_KEY] : undefined;
  return isObject(meta) ? meta : null;
}

function toText({ name, version }: JsonObject): string | null {
  const words = [name, version].filter((word) => typeof word === "string");
  return words.length === 0 ? null : showText(words.join(" "), 200);
}
