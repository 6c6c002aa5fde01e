import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { Server, WebStandardStreamableHTTPServerTransport } from "@modelcontextprotocol/server";
import { StdioServerTransport } from "@modelcontextprotocol/server/stdio";
import { createAdaptorServer } from "@hono/node-server";

/** A server as others write them, with the tools `t0` … that do nothing: `upstream.ts stdio|http TOOLS`. */
const [transport = "stdio", count = "1"] = process.argv.slice(2);
const tools = Array.from({ length: Number(count) }, (_, index) => ({
  name: `t${index}`,
  description: `Looks up the item with number ${index} in the register and returns what is known of it`,
  inputSchema: {
    type: "object" as const,
    properties: { id: { type: "string", description: "The item" }, depth: { type: "integer", minimum: 0, maximum: 9 } },
  },
}));

if (transport === "stdio") await toServer().connect(new StdioServerTransport());
else serveHttp();

// eslint-disable-next-line @typescript-eslint/no-deprecated -- the level of the SDK at which schemas are given as they are
function toServer(): Server {
  // eslint-disable-next-line @typescript-eslint/no-deprecated -- see above
  const server = new Server({ name: "upstream", version: "1" }, { capabilities: { tools: {} } });
  server.setRequestHandler("tools/list", () => ({ tools }));
  server.setRequestHandler("tools/call", () => ({ content: [{ type: "text", text: "noop-done" }] }));
  return server;
}

function serveHttp(): void {
  const fetch = async (request: Request): Promise<Response> => {
    const server = toServer();
    const exchange = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
    await server.connect(exchange);
    return exchange.handleRequest(request);
  };
  const http = createAdaptorServer({ fetch, createServer });
  http.listen(0, "127.0.0.1", () => {
    process.send?.({ url: `http://127.0.0.1:${(http.address() as AddressInfo).port}/mcp` });
  });
  process.once("disconnect", () => process.exit());
}
