import { randomUUID } from "node:crypto";
import { Client } from "@modelcontextprotocol/client";
import type { ConnectOptions } from "@modelcontextprotocol/client";
import { CfWorkerJsonSchemaValidator } from "@modelcontextprotocol/client/validators/cf-worker";
import type { McpServer } from "../../config/mcp/mcp-server.ts";
import { toCapabilities } from "../../model/client-capabilities.ts";
import { NEVER_MS, SYSTEM_CLOCK } from "../health/clock.ts";
import { UpstreamError } from "../upstream.ts";
import { toOffered } from "./asking/given-abilities.ts";
import { createSession } from "./create-session.ts";
import type { Opened } from "./create-session.ts";
import { findStatus } from "./explain-failure.ts";
import { resolveServer } from "./resolve-server.ts";
import type { ResolvedServer } from "./resolve-server.ts";
import type { SessionNews } from "./news/session-news.ts";
import type { Session } from "./session.ts";
import { ChildTransport } from "./transport/child-transport.ts";
import { openHttpTransport } from "./transport/open-http-transport.ts";
import { RawChildTransport, RawTransport } from "./transport/raw-transport.ts";
import { toServerProgram } from "./transport/server-program.ts";
import type { UpstreamParts } from "./upstream-parts.ts";

/** A program that says nothing may be one that knows only older revisions. */
const PROBE_MS = 5_000;
/** A place may have to wake up first; less than `toolgate servers test` waits, which then can say why. */
const PLACE_PROBE_MS = 25_000;
const GREETING_MS = 60_000;

/**
 * Starts or reaches a server and greets it in the newest revision that it knows. Whatever was started is gone when this
 * rejects, also when `signal` is aborted.
 */
export async function openSession(
  server: McpServer,
  parts: UpstreamParts,
  news: SessionNews,
  signal: AbortSignal,
): Promise<Session> {
  const resolved = await resolveServer(server, parts);
  const clock = parts.clock ?? SYSTEM_CLOCK;
  const greet: Greet = async (transport, options) => {
    const late = new AbortController();
    const stop = clock.after(GREETING_MS, () => late.abort());
    try {
      return await connect(toClient(server, parts, news), transport, AbortSignal.any([signal, late.signal]), options);
    } catch (error) {
      throw late.signal.aborted ? tooLate() : error;
    } finally {
      stop();
    }
  };
  const opened = server.transport === "stdio" ? openChild : openUrl;
  const session = await opened(server, resolved, parts, greet);
  try {
    signal.throwIfAborted();
    return createSession(server, session, { ...parts, news });
  } catch (error) {
    await session.client.close();
    throw error;
  }
}

function tooLate(): UpstreamError {
  const message = `it did not greet within ${GREETING_MS / 1000} seconds`;
  return new UpstreamError(message, "look whether it needs something that it waits for, such as a login");
}

type Greet = (transport: RawTransport, options: ConnectOptions) => Promise<Client>;

const LEGACY: ConnectOptions = { prior: { kind: "legacy" } };

/** Some programs end when they are asked for something that their revision does not know: those are started once more. */
async function openChild(
  server: McpServer,
  resolved: ResolvedServer,
  parts: UpstreamParts,
  greet: Greet,
): Promise<Opened> {
  const attempt = async (options: ConnectOptions): Promise<Opened | ChildTransport> => {
    const program = toServerProgram(resolved, parts, `mcp-${server.name}-${randomUUID()}`);
    const confined = (await parts.confine?.(server, program)) ?? null;
    const child = new ChildTransport({
      runner: parts.runner,
      program,
      confined,
      maxMessageBytes: parts.maxResultBytes,
    });
    const transport = new RawChildTransport(child);
    try {
      return { client: await greet(transport, options), transport, reason: () => child.reason };
    } catch (error) {
      await child.close();
      // What the client says of it then is only that the connection is gone.
      if (child.cause === "closed" || child.cause === null) throw error;
      return child;
    }
  };
  const first = await attempt({});
  if ("client" in first) return first;
  const second = first.cause === "exited" ? await attempt(LEGACY) : first;
  if ("client" in second) return second;
  throw new UpstreamError(
    second.why === "" ? (second.reason ?? "its program ended") : second.why,
    "run its command in a terminal to see what it needs",
    second.said === "" ? null : parts.scrub(second.said),
  );
}

/** Where a POST is not understood, the server may speak the transport of 2024. */
async function openUrl(
  server: McpServer,
  resolved: ResolvedServer,
  parts: UpstreamParts,
  greet: Greet,
): Promise<Opened> {
  const attempt = async (kind: "http" | "sse", options: ConnectOptions): Promise<Opened> => {
    const transport = new RawTransport(openHttpTransport(server, resolved, parts, kind));
    return { client: await greet(transport, options), transport, reason: () => null };
  };
  if (server.transport === "sse") return attempt("sse", LEGACY);
  try {
    return await attempt("http", {});
  } catch (error) {
    const status = findStatus(error);
    if (status === null || ![400, 404, 405].includes(status)) throw error;
    return await attempt("sse", LEGACY).catch(() => {
      throw error;
    });
  }
}

function toClient(server: McpServer, { version, probeMs = PROBE_MS }: UpstreamParts, news: SessionNews): Client {
  const timeoutMs = server.transport === "stdio" ? probeMs : PLACE_PROBE_MS;
  const quick = { autoRefresh: false, debounceMs: 0 } as const;
  return new Client(
    { name: "toolgate", version },
    {
      capabilities: toCapabilities(toOffered(server)),
      versionNegotiation: { mode: "auto", probe: { timeoutMs } },
      inputRequired: { autoFulfill: false },
      // Interpreted: a schema of a server is never compiled to code.
      jsonSchemaValidator: new CfWorkerJsonSchemaValidator(),
      listChanged: {
        tools: { ...quick, onChanged: news.onToolsChanged },
        resources: { ...quick, onChanged: () => news.onOffersChanged("resources") },
        prompts: { ...quick, onChanged: () => news.onOffersChanged("prompts") },
      },
    },
  );
}

async function connect(
  client: Client,
  transport: RawTransport,
  signal: AbortSignal,
  options: ConnectOptions,
): Promise<Client> {
  signal.throwIfAborted();
  const aborted = Promise.withResolvers<never>();
  const stop = (): void => aborted.reject(signal.reason as Error);
  signal.addEventListener("abort", stop, { once: true });
  try {
    // Closing alone is not enough: an event stream that never said where to write would be waited for ever after.
    await Promise.race([client.connect(transport, { ...options, timeout: NEVER_MS }), aborted.promise]);
    return client;
  } catch (error) {
    await transport.close().catch(() => undefined);
    throw error;
  } finally {
    signal.removeEventListener("abort", stop);
  }
}
