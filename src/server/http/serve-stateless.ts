import type { ServerResponse } from "node:http";
import { WebStandardStreamableHTTPServerTransport } from "@modelcontextprotocol/server";
import { createMcpServer, type McpServerOptions } from "../mcp/create-mcp-server.ts";

/**
 * Serves one exchange of a client that speaks an earlier revision and opened no session. The answer is one JSON body,
 * or an event stream for a request that asks to hear of its progress.
 */
export async function serveStateless(
  request: Request,
  parsedBody: unknown,
  outgoing: ServerResponse,
  options: Omit<McpServerOptions, "listChanged">,
): Promise<Response> {
  const server = createMcpServer({ ...options, listChanged: "never" });
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: !wantsProgress(parsedBody) });
  await server.connect(transport);
  outgoing.once("close", () => void transport.close());
  return transport.handleRequest(request, { parsedBody });
}

function wantsProgress(body: unknown): boolean {
  const messages: readonly unknown[] = Array.isArray(body) ? body : [body];
  return messages.some((message) => {
    const { params } = Object(message) as { readonly params?: unknown };
    const { _meta } = Object(params) as { readonly _meta?: unknown };
    return (Object(_meta) as { readonly progressToken?: unknown }).progressToken !== undefined;
  });
}
