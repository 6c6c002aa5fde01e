import { callTool } from "../../mcp/call-tool.ts";
import { readClientName } from "../../mcp/names/read-client-name.ts";
import type { McpServerOptions } from "../../mcp/create-mcp-server.ts";
import type { RequestContext } from "../../mcp/request-context.ts";
import type { PlainCall } from "./read-plain-call.ts";

/**
 * Answers a call as `serveStateless` would, without making a server of the library for this one exchange, which takes
 * longer than deciding, recording and running a small tool together.
 */
export async function servePlainCall(
  { id, params, revision }: PlainCall,
  request: Request,
  options: Omit<McpServerOptions, "listChanged">,
): Promise<Response> {
  // Ends when the client hangs up.
  const { signal } = request;
  const meta = params._meta === undefined ? {} : { _meta: params._meta };
  const context: RequestContext = {
    mcpReq: { method: "tools/call", ...meta, signal, ...NO_WAY_BACK },
    http: { req: request },
  };
  const result = await callTool(params, context, {
    options: { ...options, listChanged: "never" },
    live: null,
    capabilities: () => undefined,
    notify: NO_WAY_BACK.notify,
    clientOf: () => readClientName(params._meta, undefined),
    revisionOf: () => revision,
  });
  return Response.json({ result, jsonrpc: "2.0", id });
}

/** Nothing but the answer can be sent to such a client. */
const NO_WAY_BACK = {
  requestState: () => undefined,
  send: () => Promise.reject(new Error("this client takes no requests")),
  notify: () => Promise.resolve(),
  log: () => Promise.resolve(),
};
