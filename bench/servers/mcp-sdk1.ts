import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { StreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/streamableHttp.js";
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import { CallToolRequestSchema, ListToolsRequestSchema } from "@modelcontextprotocol/sdk/types.js";

/** The bare 1.x SDK, stateless, answering in JSON: a server and a transport per request, as its documentation shows. */
const http = createServer((incoming, response) => {
  // eslint-disable-next-line @typescript-eslint/no-deprecated -- the level of the SDK that Toolgate uses too
  const server = new Server({ name: "bare", version: "1" }, { capabilities: { tools: {} } });
  server.setRequestHandler(ListToolsRequestSchema, () => ({
    tools: [{ name: "noop", inputSchema: { type: "object" } }],
  }));
  server.setRequestHandler(CallToolRequestSchema, () => ({ content: [{ type: "text", text: "noop-done" }] }));
  const transport = new StreamableHTTPServerTransport({ enableJsonResponse: true });
  response.once("close", () => void Promise.all([transport.close(), server.close()]));
  // The SDK's own class does not satisfy its interface under exactOptionalPropertyTypes.
  void server.connect(transport as Transport).then(() => transport.handleRequest(incoming, response));
});
http.listen(0, "127.0.0.1", () => {
  process.send?.({ url: `http://127.0.0.1:${(http.address() as AddressInfo).port}/mcp`, token: "" });
});
process.once("disconnect", () => process.exit());
