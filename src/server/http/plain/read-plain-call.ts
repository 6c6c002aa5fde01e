import type { IncomingHttpHeaders } from "node:http";
import type { CallToolRequest, RequestId } from "@modelcontextprotocol/server";

/** A `tools/call` that needs nothing of the protocol but its answer. */
export interface PlainCall {
  readonly id: RequestId;
  readonly params: CallToolRequest["params"];
  /** The revision that the client speaks. */
  readonly revision: string;
}

/**
 * The call of a client without a session that wants no word before the result. `null`: it is something else, or may be wrong
 * in some way, which the library judges and answers.
 */
export function readPlainCall(headers: IncomingHttpHeaders, body: unknown): PlainCall | null {
  const revision = readRevision(headers);
  if (revision === null || !isObject(body)) return null;
  const { jsonrpc, id, method, params, ...more } = body;
  const isCall = jsonrpc === "2.0" && method === "tools/call" && isId(id) && isEmpty(more);
  return isCall && isPlain(params) ? { id, params, revision } : null;
}

function readRevision(headers: IncomingHttpHeaders): string | null {
  const { accept, "mcp-protocol-version": revision } = headers;
  if (accept === undefined || !BOTH_KINDS.test(accept) || OTHERS.some((name) => name in headers)) return null;
  return typeof revision === "string" && REVISIONS.includes(revision) ? revision : null;
}

/** All in which a request may come without a handshake before it, and needs no word of the protocol in its `_meta`. */
const REVISIONS: readonly string[] = ["2025-03-26", "2025-06-18", "2025-11-25"];
/** What clients send that take an answer in either form. */
const BOTH_KINDS = /^application\/json, ?text\/event-stream$/u;
/** Headers that say more than this way of answering looks at. */
const OTHERS = ["mcp-session-id", "mcp-method", "mcp-name", "last-event-id"] as const;

function isPlain(params: unknown): params is CallToolRequest["params"] {
  if (!isObject(params)) return false;
  const { name, arguments: args, _meta: meta, ...more } = params;
  if (typeof name !== "string" || !isEmpty(more)) return false;
  return (args === undefined || isObject(args)) && (meta === undefined || (isObject(meta) && isOwn(meta)));
}

/** Nothing in it is for the protocol: neither whoever listens for progress nor what the newest revision says there. */
function isOwn(meta: object): boolean {
  return !Object.keys(meta).some((key) => key === "progressToken" || /modelcontextprotocol|^mcp/iu.test(key));
}

/** A member `__proto__`, which the library drops, is left to the library. */
function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
  return !Object.hasOwn(value, "__proto__");
}

function isId(id: unknown): id is RequestId {
  return typeof id === "string" || Number.isSafeInteger(id);
}

function isEmpty(object: object): boolean {
  return Object.keys(object).length === 0;
}
