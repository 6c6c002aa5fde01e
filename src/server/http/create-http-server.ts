import { createAdaptorServer, type HttpBindings } from "@hono/node-server";
import { Hono } from "hono";
import { randomUUID } from "node:crypto";
import { createServer, type Server } from "node:http";
import { APPROVALS_PATH } from "../../approval/browser/approval-page.ts";
import type { Runtime } from "../../call/runtime.ts";
import type { ServedPage } from "../../control/browser/browser-control.ts";
import { logFailure } from "../../log/log-failure.ts";
import { createBrowserPages } from "./browser/create-browser-pages.ts";
import type { BrowserPages } from "./browser/create-browser-pages.ts";
import { findPageBase } from "./browser/find-page-base.ts";
import { checkSite, createOwnSite } from "./check-site.ts";
import type { OwnSite } from "./check-site.ts";
import { errorResponse } from "./error-response.ts";
import { listen } from "./listen.ts";
import { createMcpEndpoint, type McpEndpoint } from "./mcp-endpoint.ts";
import { serveMetrics } from "./serve-metrics.ts";
import { metadataPaths, resourceMetadata } from "./resource-metadata.ts";

export interface HttpServerOptions {
  /** @default `[server] host` */
  readonly host?: string;
  /** 0 takes any free port. @default `[server] port` */
  readonly port?: number;
  /** How long a client's session may go without a request. @default 30 minutes */
  readonly idleSessionMs?: number;
  /** @default 1000 */
  readonly maxSessions?: number;
  /** @default 100 */
  readonly maxSessionsPerCredential?: number;
  /** How long a call goes on without a connection of its client, where that can come back. @default 10 seconds */
  readonly resumeMs?: number;
  /** Told what went wrong outside of any call. @default not told */
  readonly onError?: (error: Error) => void;
}

export interface HttpServer {
  /** The address of the MCP endpoint. */
  readonly url: string;
  readonly port: number;
  /** The page where people answer approvals; `null`: there is no address that it could have. */
  readonly page: ServedPage | null;
  /** Takes no new requests, lets running calls finish for `[limits] drain_ms`, cancels the rest, closes. */
  close(): Promise<void>;
}

/** Serves `/mcp`, `/approvals`, `/healthz` and, where issuers are configured, the metadata that leads to them. Throws a `ListenError` when it cannot have the port. */
export async function createHttpServer(runtime: Runtime, options: HttpServerOptions = {}): Promise<HttpServer> {
  const { host = runtime.config.server.host, port = runtime.config.server.port } = options;
  const endpoint = createMcpEndpoint(runtime, {
    idleMs: options.idleSessionMs ?? 30 * 60_000,
    maxSessions: options.maxSessions ?? 1000,
    maxSessionsPerCredential: options.maxSessionsPerCredential ?? 100,
    resumeMs: options.resumeMs ?? 10_000,
    onError: options.onError ?? (() => undefined),
  });
  let taken = port;
  const { auth } = runtime.config.server;
  let pages: BrowserPages | null = null;
  const ownSite = (): OwnSite => createOwnSite(host, taken, auth?.resource);
  const app = createApp(runtime, { endpoint, ownSite, pages: () => pages });
  const server = createNodeServer(app);
  taken = await listen(server, host, port);
  const place = findPageBase(host, taken, auth);
  const page = place === null ? null : await runtime.control.browser.serve(place.base, place.forClients);
  if (place !== null && page !== null) pages = createBrowserPages(runtime, { page, base: place.base, port: taken });
  return {
    url: `http://${host.includes(":") ? `[${host}]` : host}:${taken}/mcp`,
    port: taken,
    page,
    async close() {
      await page?.close();
      const { promise: closed, resolve } = Promise.withResolvers<undefined>();
      server.close(() => resolve(undefined));
      await endpoint.close(runtime.config.limits.drainMs, () => server.closeAllConnections());
      await closed;
    },
  };
}

type App = Hono<{ Bindings: HttpBindings }>;

interface AppParts {
  readonly endpoint: McpEndpoint;
  /** Known once the server listens. */
  readonly ownSite: () => OwnSite;
  readonly pages: () => BrowserPages | null;
}

function createApp(runtime: Runtime, { endpoint, ownSite, pages }: AppParts): App {
  const { auth } = runtime.config.server;
  const app: App = new Hono();
  let own: OwnSite | undefined;
  app.use(async ({ env }, next) => {
    own ??= ownSite();
    const refused = checkSite(env.incoming, own);
    if (refused !== null) return refused;
    return next();
  });
  app.get("/healthz", () => Response.json({ status: "ok" }));
  for (const path of metadataPaths(auth)) {
    app.get(path, ({ env }) => resourceMetadata(auth, env.incoming.headers.host));
  }
  app.get("/metrics", ({ env }) => serveMetrics(env.incoming, runtime));
  app.all("/mcp", ({ req, env }) => endpoint.serve(req.raw, env));
  for (const path of [APPROVALS_PATH, `${APPROVALS_PATH}/*`]) {
    app.all(path, ({ env, notFound }) => pages()?.serve(env.incoming) ?? notFound());
  }
  app.notFound(() => errorResponse({ status: 404, message: "nothing is here; MCP is at /mcp", reason: "NOT_FOUND" }));
  app.onError((error) => {
    const id = randomUUID();
    logFailure(id, error);
    const message = `Toolgate failed unexpectedly; its log has the cause under ${id}`;
    return errorResponse({ status: 500, message, reason: "INTERNAL", code: -32603 });
  });
  return app;
}

function createNodeServer(app: App): Server {
  const serverOptions = { keepAliveTimeout: 60_000, headersTimeout: 20_000, requestTimeout: 60_000 };
  return createAdaptorServer({ fetch: app.fetch, createServer, serverOptions }) as Server;
}
