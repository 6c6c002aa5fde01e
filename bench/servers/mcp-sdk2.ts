import type { AddressInfo } from "node:net";
import { serve } from "@hono/node-server";
import { Server, createMcpHandler } from "@modelcontextprotocol/server";

/** The bare 2.x SDK: its own per-request handler behind the same HTTP server that Toolgate uses. */
const handler = createMcpHandler(() => {
  // eslint-disable-next-line @typescript-eslint/no-deprecated -- the same level of the SDK that Toolgate uses
  const server = new Server({ name: "bare", version: "1" }, { capabilities: { tools: {} } });
  server.setRequestHandler("tools/list", () => ({ tools: [{ name: "noop", inputSchema: { type: "object" } }] }));
  server.setRequestHandler("tools/call", () => ({ content: [{ type: "text", text: "noop-done" }] }));
  return server;
});
serve({ fetch: (request) => handler.fetch(request), hostname: "127.0.0.1", port: 0 }, (address: AddressInfo) => {
  process.send?.({ url: `http://127.0.0.1:${address.port}/mcp`, token: "" });
});
process.once("disconnect", () => process.exit());
