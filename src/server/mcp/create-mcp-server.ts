import type { ClientCapabilities, ListToolsRequest, ListToolsResult, Server } from "@modelcontextprotocol/server";
import type { Runtime } from "../../call/runtime.ts";
import type { Entry } from "../../model/call.ts";
import type { Caller } from "../../model/caller.ts";
import { callTool } from "./call-tool.ts";
import type { OfferViewer } from "../../mcp-bridge/offers/create-offer-source.ts";
import type { Notify } from "./elicit/ask-live.ts";
import type { HeldCalls } from "./elicit/held-calls.ts";
import { servePrompts } from "./offers/serve-prompts.ts";
import { serveResources } from "./offers/serve-resources.ts";
import { findClientNames } from "./names/name-desk.ts";
import { readClientName } from "./names/read-client-name.ts";
import { paginate } from "./lists/paginate.ts";
import { toMcpTool } from "./lists/to-mcp-tool.ts";
import { watchLists } from "./lists/watch-lists.ts";
import type { ClientList } from "./lists/watch-lists.ts";
import { readListHints } from "./read-list-hints.ts";
import { revisionOf } from "./revision/revision-of.ts";
import { toKnownTool } from "./revision/to-known-tool.ts";
import { SERVER_INFO } from "./server-info.ts";
import { serveSubscriptions } from "./subscriptions/serve-subscriptions.ts";
import type { SubscriptionDesk } from "./subscriptions/subscription-desk.ts";
import type { Tasks } from "./tasks/create-tasks.ts";
import { TASK_CAPABILITY } from "../../model/client-capabilities.ts";
import { serveTasks } from "./tasks/serve-tasks.ts";
import { TaskServer } from "./tasks/task-server.ts";
import type { RequestContext } from "./request-context.ts";

/** Who asks, and the session that the connection owns. */
export interface McpIdentity {
  readonly caller: Caller;
  /** `undefined`: the implicit session of the caller. */
  readonly session: string | undefined;
  /** Whether the credential still stands for the caller, for what goes on after the request. */
  readonly isValid: () => Promise<boolean>;
  /** What ends calls besides being cancelled. @default the end of the connection that the request came over */
  readonly gone?: AbortSignal | undefined;
}

export interface McpServerOptions {
  readonly runtime: Runtime;
  readonly entry: Extract<Entry, "mcp-stdio" | "mcp-http">;
  /** Looked up for each message, because a credential's roles may change within a connection. Throws when unknown. */
  readonly identify: (request: Request | undefined) => McpIdentity;
  /** Whether list changes are sent by this server, by whoever serves it, or cannot be sent at all. */
  readonly listChanged: "send" | "served" | "never";
  /** The runtime session whose list grows with what it loads; on 2026-07-28 and without a session none does. @default none */
  readonly growingSession?: string | undefined;
  /** Whose lists are looked at to `send` of changes. @default none are */
  readonly listViewer?: OfferViewer | undefined;
  /** Where clients that initialized subscribe to resources. @default they cannot */
  readonly subscriptions?: SubscriptionDesk | undefined;
  /** Where calls wait for clients that were asked something. */
  readonly held: HeldCalls;
  /** Where calls go that take long, of clients that come back for them. @default their requests wait */
  readonly tasks?: Tasks | undefined;
  /** Told of each call, so that closing can wait for its end. */
  readonly track: (call: Promise<unknown>) => void;
  readonly onError: (error: Error) => void;
}

// eslint-disable-next-line @typescript-eslint/no-deprecated -- "only for advanced use": our tools are not the SDK's
export type McpServer = Server;

/** Lists are each caller's own; those of tools change seldom, and clients that listen hear of it. */
const CACHE_HINTS = {
  "tools/list": { ttlMs: 60_000, cacheScope: "private" },
  "prompts/list": { ttlMs: 10_000, cacheScope: "private" },
  "resources/list": { ttlMs: 10_000, cacheScope: "private" },
  "resources/templates/list": { ttlMs: 10_000, cacheScope: "private" },
  "resources/read": { ttlMs: 0, cacheScope: "private" },
  "server/discover": { ttlMs: 60_000, cacheScope: "private" },
} as const;

/** Those in which a connection is initialized, newest first: the library would also take a draft. */
const INITIALIZED_REVISIONS = ["2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"];

/** What serves the requests of one connection. */
export interface McpConnection {
  readonly options: McpServerOptions;
  /** The calls of this connection; `null`: nothing ends them but their own request. */
  readonly live: Set<AbortController> | null;
  /** What the client said it can do when it initialized. */
  readonly capabilities: () => ClientCapabilities | undefined;
  /** Tells the client something outside of its requests. */
  readonly notify: Notify;
  /** What the client calls itself; `undefined`: it did not say. */
  readonly clientOf: (context: RequestContext) => string | undefined;
  /** The revision that a request is answered in. */
  readonly revisionOf: (context: RequestContext) => string;
}

/** One MCP server for one connection or one exchange. Closing it cancels its calls. */
export function createMcpServer(options: McpServerOptions): McpServer {
  const listChanged = options.listChanged === "never" ? {} : { listChanged: true };
  const { tasks } = options;
  const extensions = tasks === undefined ? {} : TASK_CAPABILITY;
  const subscribe = options.listChanged === "never" ? {} : { subscribe: true };
  const capabilities = {
    tools: listChanged,
    resources: { ...listChanged, ...subscribe },
    prompts: listChanged,
    completions: {},
    logging: {},
    ...extensions,
  };
  const server = new TaskServer(SERVER_INFO, {
    capabilities,
    cacheHints: CACHE_HINTS,
    supportedProtocolVersions: INITIALIZED_REVISIONS,
  });
  const live = new Set<AbortController>();
  const connection: McpConnection = {
    options,
    live,
    // eslint-disable-next-line @typescript-eslint/no-deprecated -- clients that initialized say it nowhere else
    capabilities: () => server.getClientCapabilities(),
    notify: (message) => server.notification(message),
    // eslint-disable-next-line @typescript-eslint/no-deprecated -- as above
    clientOf: ({ mcpReq }) => readClientName(mcpReq._meta, mcpReq.envelope) ?? server.getClientVersion()?.name,
    // eslint-disable-next-line @typescript-eslint/no-deprecated -- as above
    revisionOf: (context) => revisionOf(context, server.getNegotiatedProtocolVersion()),
  };
  const { subscriptions } = options;
  const stops = [
    options.listChanged === "send" ? sendListChanges(server, options) : undefined,
    subscriptions === undefined ? undefined : serveSubscriptions(server, connection, subscriptions),
  ];
  server.setRequestHandler("tools/list", (request, context) => listTools(request, context, connection));
  server.setRequestHandler("tools/call", (request, context) => callTool(request.params, context, connection));
  serveResources(server, connection);
  servePrompts(server, connection);
  if (tasks !== undefined) serveTasks(server, connection, tasks);
  server.onerror = options.onError;
  server.onclose = () => {
    for (const stop of stops) stop?.();
    // Two requests may have been sent under one id; the SDK knows only the later one.
    for (const controller of live) controller.abort();
  };
  return server;
}

function sendListChanges(server: McpServer, options: McpServerOptions): (() => void) | undefined {
  const { runtime, growingSession, listViewer, onError } = options;
  if (listViewer === undefined) return undefined;
  const senders: Readonly<Record<ClientList, () => Promise<void>>> = {
    tools: () => server.sendToolListChanged(),
    resources: () => server.sendResourceListChanged(),
    prompts: () => server.sendPromptListChanged(),
  };
  const send = (list: ClientList): void => {
    if (server.transport !== undefined) senders[list]().catch(onError);
  };
  return watchLists({ runtime, viewer: listViewer, growingSession, send, onError });
}

async function listTools(
  { params }: ListToolsRequest,
  context: RequestContext,
  connection: McpConnection,
): Promise<ListToolsResult> {
  const { runtime, identify, growingSession } = connection.options;
  const { caller, session } = identify(context.http?.req);
  const hints = readListHints(context);
  const tools = await runtime.disclosure.list({ caller, session, hints }, growingSession);
  // Clients build their prompts from this list: the same tools must give the same text.
  const sorted = tools.toSorted((one, other) => (one.name < other.name ? -1 : 1));
  const { entries, ...rest } = paginate(sorted, ({ name }) => name, params?.cursor, runtime.config.server.pageSize);
  const revision = connection.revisionOf(context);
  const names = await findClientNames({ caller, session, client: connection.clientOf(context) }, runtime);
  const listed = entries.map((tool) => toKnownTool(toMcpTool(tool), revision));
  return {
    tools: names === null ? listed : listed.map((tool) => ({ ...tool, name: names.toShown(tool.name) })),
    ...rest,
  };
}
