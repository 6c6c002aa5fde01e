/** JSON-RPC leaves this code to servers; used for everything refused before there is a message. */
const SERVER_ERROR = -32000;

export interface HttpError {
  readonly status: number;
  /** What was expected, what came and what to do. */
  readonly message: string;
  /** Toolgate's own code, sent as `error.data.code`. */
  readonly reason: string;
  /** @default -32000 */
  readonly code?: number;
  readonly headers?: Readonly<Record<string, string>>;
}

/** An error that MCP clients can read whatever its HTTP status: a JSON-RPC error of no particular request. */
export function errorResponse({ status, message, reason, code = SERVER_ERROR, headers = {} }: HttpError): Response {
  const body = JSON.stringify({ jsonrpc: "2.0", error: { code, message, data: { code: reason } }, id: null });
  return new Response(body, { status, headers: { "content-type": "application/json", ...headers } });
}
