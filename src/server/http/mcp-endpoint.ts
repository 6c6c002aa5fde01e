import type { HttpBindings } from "@hono/node-server";
import {
  createMcpHandler,
  isInitializeRequest,
  isLegacyRequest,
  type McpHttpHandler,
} from "@modelcontextprotocol/server";
import type { Runtime } from "../../call/runtime.ts";
import type { Caller } from "../../model/caller.ts";
import { createMcpServer, type McpIdentity, type McpServerOptions } from "../mcp/create-mcp-server.ts";
import { createHeldCalls } from "../mcp/elicit/held-calls.ts";
import { createSubscriptionDesk } from "../mcp/subscriptions/subscription-desk.ts";
import { createTaskSet } from "../mcp/task-set.ts";
import { createTasks, type Tasks } from "../mcp/tasks/create-tasks.ts";
import { listenOverHttp } from "../mcp/tasks/listen/listen-http.ts";
import { toOwner } from "../mcp/to-owner.ts";
import { authenticate } from "./authenticate.ts";
import { createDrain, type Drain } from "./drain.ts";
import { errorResponse } from "./error-response.ts";
import { createListenDesk, type ListenDesk } from "./listen/create-listen-desk.ts";
import { createHttpSessions, type HttpSessions, type SessionLimits } from "./http-sessions.ts";
import { checkParamHeaders } from "./params/check-param-headers.ts";
import { readPlainCall } from "./plain/read-plain-call.ts";
import { servePlainCall } from "./plain/serve-plain-call.ts";
import { readJsonBody } from "./read-json-body.ts";
import { serveStateless } from "./serve-stateless.ts";
import { refuseBatch } from "./session/refuse-batch.ts";

/** Room in a body for everything around the arguments of one call. */
const BODY_SLACK_BYTES = 64 * 1024;

export interface McpEndpoint {
  /** Serves one request whose `Host` and `Origin` have been checked. */
  serve(request: Request, bindings: HttpBindings): Promise<Response>;
  /** Takes no new requests, lets running ones finish for `drainMs`, then cancels the rest; `hangUp` ends connections. */
  close(drainMs: number, hangUp: () => void): Promise<void>;
}

export interface McpEndpointOptions extends SessionLimits {
  readonly onError: (error: Error) => void;
}

/** `/mcp`: every revision of the protocol, each request with its own credential. */
export function createMcpEndpoint(runtime: Runtime, options: McpEndpointOptions): McpEndpoint {
  const { onError } = options;
  const identities = new WeakMap<Request, McpIdentity>();
  const calls = createTaskSet();
  const identify = (request: Request | undefined): McpIdentity => {
    const identity = request === undefined ? undefined : identities.get(request);
    if (identity === undefined) throw new Error("a message came without an authenticated request");
    return identity;
  };
  const held = createHeldCalls();
  const server = { runtime, entry: "mcp-http", identify, held, track: calls.add, onError } as const;
  const tasks = createTasks(runtime.config.server.tasks);
  const modern = createMcpHandler(() => createMcpServer({ ...server, tasks, listChanged: "served" }), {
    legacy: "reject",
    onerror: onError,
  });
  const subscriptions = createSubscriptionDesk({ runtime, entry: "mcp-http", onError });
  const sessions = createHttpSessions(runtime, options, { ...server, subscriptions });
  const listens = createListenDesk({
    server: { ...server, tasks },
    subscriptions,
    most: options.maxSessions,
    mostPerCredential: options.maxSessionsPerCredential,
  });
  const drain = createDrain();
  const maxBodyBytes = runtime.config.limits.maxArgumentBytes + BODY_SLACK_BYTES;
  const parts: Parts = { identities, server, modern, tasks, sessions, listens, drain, maxBodyBytes };

  return {
    async serve(request, { incoming, outgoing }) {
      if (drain.closing()) return draining();
      if (incoming.url?.includes("?") === true) return queryRefused();
      const authenticated = await authenticate(incoming, runtime);
      if (!authenticated.ok) return authenticated.response;
      const { caller, isValid } = authenticated;
      const exchange = { request, incoming, outgoing, caller, isValid };
      if (incoming.method === "POST") return post(exchange, parts);
      const sessionMethod = incoming.method === "GET" || incoming.method === "DELETE";
      if (!sessionMethod || !("mcp-session-id" in incoming.headers)) return methodRefused();
      return serveInSession(exchange, undefined, parts);
    },
    async close(drainMs, hangUp) {
      await Promise.all([drain.close(drainMs), tasks.close(drainMs)]);
      await listens.close();
      await sessions.close();
      await modern.close();
      held.close();
      hangUp();
      await calls.settled();
    },
  };
}

interface Parts {
  /** Who sent which request: the only way from a message to a caller. */
  readonly identities: WeakMap<Request, McpIdentity>;
  readonly server: Omit<McpServerOptions, "listChanged">;
  readonly modern: McpHttpHandler;
  readonly tasks: Tasks;
  readonly sessions: HttpSessions;
  readonly listens: ListenDesk;
  readonly drain: Drain;
  readonly maxBodyBytes: number;
}

interface Exchange extends HttpBindings {
  readonly request: Request;
  readonly caller: Caller;
  readonly isValid: McpIdentity["isValid"];
}

async function post(exchange: Exchange, parts: Parts): Promise<Response> {
  const { request, incoming, outgoing, caller, isValid } = exchange;
  const body = await readJsonBody(incoming, parts.maxBodyBytes);
  if (!body.ok) return body.response;
  const parsedBody = body.value;
  if (!isListening(parsedBody)) parts.drain.enter(outgoing);
  const identity = { caller, session: undefined, isValid };
  parts.identities.set(request, identity);
  const plain = readPlainCall(incoming.headers, parsedBody);
  if (plain !== null) return servePlainCall(plain, request, parts.server);
  if (!(await isLegacyRequest(request, parsedBody))) {
    const refused = await checkParamHeaders(parsedBody, incoming.headers, caller, parts.server.runtime);
    if (refused !== null) return refused;
    if (!isListening(parsedBody)) return parts.modern.fetch(request, { parsedBody });
    const serve = (others: object): Promise<Response> => parts.listens.serve(request, others, identity);
    const { revocations } = parts.server.runtime;
    const onRevoked = (end: () => void): (() => void) => revocations.follow(caller.credential, end);
    const listener = { owner: toOwner(caller), isValid, onRevoked };
    return (await listenOverHttp(parsedBody, listener, parts.tasks, serve)) ?? serve(parsedBody);
  }
  if ("mcp-session-id" in incoming.headers) return serveInSession(exchange, parsedBody, parts);
  if (!isInitializeRequest(parsedBody)) {
    const refused = refuseBatch(parsedBody, request.headers.get("mcp-protocol-version") ?? undefined);
    return refused ?? serveStateless(request, parsedBody, outgoing, parts.server);
  }
  return parts.sessions.open(caller, (session) => {
    parts.identities.set(request, { caller, session: session.runtimeSession.id, isValid });
    return session.serve(request, parsedBody, outgoing);
  });
}

function serveInSession(exchange: Exchange, parsedBody: unknown, parts: Parts): Promise<Response> {
  const { request, incoming, outgoing, caller, isValid } = exchange;
  const id = incoming.headers["mcp-session-id"];
  const session = typeof id === "string" ? parts.sessions.find(id, caller) : undefined;
  if (session === undefined) return Promise.resolve(unknownSession());
  const refused = refuseBatch(parsedBody, session.revision());
  if (refused !== null) return Promise.resolve(refused);
  const gone = session.gone(request);
  parts.identities.set(request, { caller, session: session.runtimeSession.id, isValid, gone });
  return session.serve(request, parsedBody, outgoing);
}

/** A subscription stays open for as long as its client likes; waiting for its end would be waiting for ever. */
function isListening(body: unknown): body is object {
  return (Object(body) as { readonly method?: unknown }).method === "subscriptions/listen";
}

function unknownSession(): Response {
  const message = "Session not found: it ended, or it belongs to somebody else; initialize again";
  return errorResponse({ status: 404, message, reason: "UNKNOWN_SESSION", code: -32001 });
}

function queryRefused(): Response {
  const message =
    "this address takes no query; send the token as `Authorization: Bearer <token>`, never in the address";
  return errorResponse({ status: 400, message, reason: "MALFORMED_CALL" });
}

function methodRefused(): Response {
  const message = "expected POST; GET and DELETE only work with the header `Mcp-Session-Id`";
  return errorResponse({ status: 405, message, reason: "METHOD_NOT_ALLOWED", headers: { allow: "POST" } });
}

function draining(): Response {
  const message = "this gateway is shutting down and takes no new calls";
  return errorResponse({ status: 503, message, reason: "DRAINING", headers: { connection: "close" } });
}
