import { createServer } from "node:http";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { McpServer } from "../../config/mcp/mcp-server.ts";
import { toServer } from "./upstream.fixture.ts";

export interface HandMessage {
  readonly id?: number;
  readonly method?: string;
}
export type Handle = (message: HandMessage, response: ServerResponse, request: IncomingMessage) => void;

export interface HandServer {
  readonly port: number;
  /** Every request that came. */
  readonly seen: IncomingMessage[];
  /** The method of every message that was posted, in order. */
  readonly posted: string[];
}

const stops: (() => void)[] = [];

/**
 * Speaks 2025-06-18 at `/mcp` and leaves every other message to `handle`, and requests that are no POST to `other`.
 * Every answer comes `delayMs` late.
 * `stopHandServers` ends it.
 */
export async function serveByHand(
  handle: Handle,
  other: (request: IncomingMessage, response: ServerResponse) => void = (_, response) => response.writeHead(405).end(),
  delayMs = 0,
): Promise<HandServer> {
  const seen: IncomingMessage[] = [];
  const posted: string[] = [];
  const server = createServer((request, response) => {
    seen.push(request);
    let text = "";
    request.on("data", (bytes: Buffer) => (text += bytes.toString()));
    request.on("end", () => {
      if (request.method !== "POST") {
        other(request, response);
        return;
      }
      const message = JSON.parse(text) as HandMessage;
      posted.push(message.method ?? "");
      if (message.id === undefined) response.writeHead(202).end();
      else if (delayMs === 0) answer(message, response, request, handle);
      else setTimeout(() => answer(message, response, request, handle), delayMs);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  stops.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return { port: (server.address() as AddressInfo).port, seen, posted };
}

export function stopHandServers(): void {
  for (const stop of stops.splice(0)) stop();
}

function answer(message: HandMessage, response: ServerResponse, request: IncomingMessage, handle: Handle): void {
  const { id, method } = message;
  const serverInfo = { name: "hand", version: "1" };
  const known: Readonly<Record<string, object>> = {
    "server/discover": { error: { code: -32601, message: "?" } },
    initialize: { result: { protocolVersion: "2025-06-18", capabilities: { tools: {} }, serverInfo } },
    "tools/list": { result: { tools: [] } },
  };
  const given = known[method ?? ""];
  if (given === undefined) handle(message, response, request);
  else reply(response, { id, ...given });
}

export function reply(response: ServerResponse, message: object): void {
  const text = JSON.stringify({ jsonrpc: "2.0", ...message });
  response.writeHead(200, { "content-type": "application/json" }).end(text);
}

export const OK: object = { content: [{ type: "text", text: "ok" }] };

export function atPort(port: number, changes: Partial<McpServer> = {}): McpServer {
  return toServer({ transport: "http", target: `http://127.0.0.1:${port}/mcp`, ...changes });
}
