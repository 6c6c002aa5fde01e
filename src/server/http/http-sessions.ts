import { randomBytes } from "node:crypto";
import type { ServerResponse } from "node:http";
import { WebStandardStreamableHTTPServerTransport } from "@modelcontextprotocol/server";
import type { Runtime } from "../../call/runtime.ts";
import type { Session } from "../../model/call.ts";
import type { Caller } from "../../model/caller.ts";
import { createMcpServer, type McpServerOptions } from "../mcp/create-mcp-server.ts";
import { createTaskSet } from "../mcp/task-set.ts";
import { toCredentialOwner } from "../mcp/to-owner.ts";
import { errorResponse } from "./error-response.ts";
import { createEventLog } from "./session/event-log.ts";
import type { EventRoom } from "./session/event-log.ts";
import { createLeaving } from "./session/leaving.ts";

/** How often idle sessions are looked for, at most. */
const SWEEP_MS = 30_000;
/** What all sessions keep for clients whose connections break off. */
const KEPT_CHARACTERS = 64 * 1024 * 1024;
/** When a client whose connection broke off may come back: it is told so at the start of each answer. */
const RETRY_MS = 1_000;
/** From then on each answer begins with an event that a client can come back to. */
const SINCE_FOLLOWED = "2025-11-25";

export interface SessionLimits {
  /** A session without an open exchange for this long ends. */
  readonly idleMs: number;
  readonly maxSessions: number;
  readonly maxSessionsPerCredential: number;
  /** How long a call goes on when the connection of its client broke off, if the client can follow it on another one. */
  readonly resumeMs: number;
}

export interface HttpSession {
  /** The working context of the session's calls. */
  readonly runtimeSession: Session;
  /** What was agreed on when it was opened. */
  readonly revision: () => string | undefined;
  /** What ends the calls of an exchange. */
  readonly gone: (request: Request) => AbortSignal;
  /** Serves one exchange of this session. */
  serve(request: Request, parsedBody: unknown, outgoing: ServerResponse): Promise<Response>;
}

export interface HttpSessions {
  /** Serves an `initialize` request in a session of its own. `onOpened` gets the session before the request is served. */
  open(caller: Caller, onOpened: (session: HttpSession) => Promise<Response>): Promise<Response>;
  /** A session of another credential reads as unknown: `undefined`. */
  find(id: string, caller: Caller): HttpSession | undefined;
  /** Ends every session and cancels what runs in them. */
  close(): Promise<void>;
}

interface Known extends HttpSession {
  readonly owner: string;
  /** Exchanges in flight, streams included. */
  readonly exchanges: () => number;
  readonly lastUsed: () => number;
  end(): Promise<void>;
}

export type SessionServerOptions = Omit<McpServerOptions, "listChanged" | "listViewer" | "growingSession" | "track">;

/** The sessions of clients that speak a revision with `Mcp-Session-Id`. */
export function createHttpSessions(
  runtime: Runtime,
  limits: SessionLimits,
  server: SessionServerOptions,
): HttpSessions {
  const byId = new Map<string, Known>();
  const opening: string[] = [];
  const room = { free: KEPT_CHARACTERS };
  const ending = createTaskSet();
  const around = { byId, runtime, server, ending: ending.add, resumeMs: limits.resumeMs, room };
  const sweep = setInterval(
    () => {
      const before = Date.now() - limits.idleMs;
      for (const session of byId.values())
        if (isIdle(session) && session.lastUsed() <= before) ending.add(session.end());
    },
    Math.min(SWEEP_MS, limits.idleMs),
  ).unref();

  const makeRoom = (owner: string): boolean => {
    const own = [...byId.values()].filter((session) => session.owner === owner);
    const owned = own.length + opening.filter((other) => other === owner).length;
    const all = byId.size + opening.length;
    if (all < limits.maxSessions && owned < limits.maxSessionsPerCredential) return true;
    // Clients that crash never say goodbye; they must not lock their successors out.
    const oldest = own.filter(isIdle).toSorted((a, b) => a.lastUsed() - b.lastUsed())[0];
    if (oldest === undefined) return false;
    ending.add(oldest.end());
    return true;
  };

  return {
    async open(caller, onOpened) {
      const owner = toCredentialOwner(caller);
      if (!makeRoom(owner)) return tooMany();
      opening.push(owner);
      try {
        const runtimeSession = await runtime.openSession(caller);
        const session = await createSession({ caller, owner, runtimeSession, ...around });
        const response = await onOpened(session);
        // The request was not a good `initialize` after all.
        if (!session.initialized()) ending.add(session.end());
        return response;
      } finally {
        opening.splice(opening.indexOf(owner), 1);
      }
    },
    find(id, caller) {
      const session = byId.get(id);
      return session?.owner === toCredentialOwner(caller) ? session : undefined;
    },
    async close() {
      clearInterval(sweep);
      for (const session of byId.values()) ending.add(session.end());
      await ending.settled();
    },
  };
}

interface NewSession {
  readonly caller: Caller;
  readonly owner: string;
  readonly runtimeSession: Session;
  readonly byId: Map<string, Known>;
  readonly runtime: Runtime;
  readonly server: SessionServerOptions;
  readonly ending: (task: Promise<unknown>) => void;
  readonly resumeMs: number;
  readonly room: EventRoom;
}

async function createSession(from: NewSession): Promise<Known & { readonly initialized: () => boolean }> {
  const { owner, runtimeSession, byId, runtime } = from;
  const calls = createTaskSet();
  let exchanges = 0;
  let lastUsed = Date.now();
  const events = createEventLog(from.room);
  const leaving = createLeaving(from.resumeMs);
  const transport = new WebStandardStreamableHTTPServerTransport({
    eventStore: events,
    retryInterval: RETRY_MS,
    sessionIdGenerator: () => randomBytes(32).toString("base64url"),
    onsessioninitialized: (id) => void byId.set(id, session),
  });
  transport.onclose = () => {
    if (transport.sessionId !== undefined) byId.delete(transport.sessionId);
    unfollow();
    leaving.close();
    events.clear();
    from.ending(calls.settled().then(() => runtime.closeSession(runtimeSession.id)));
  };
  const mcp = createMcpServer({
    ...from.server,
    listChanged: "send",
    listViewer: { caller: from.caller, session: runtimeSession.id, hints: {} },
    growingSession: runtimeSession.id,
    track: calls.add,
  });
  // eslint-disable-next-line @typescript-eslint/no-deprecated -- a session says it nowhere else
  const revision = (): string | undefined => mcp.getNegotiatedProtocolVersion();
  const session = {
    owner,
    runtimeSession,
    revision,
    gone: ({ signal }: Request) => ((revision() ?? "") < SINCE_FOLLOWED ? signal : leaving.follow(signal)),
    exchanges: () => exchanges,
    lastUsed: () => lastUsed,
    initialized: () => transport.sessionId !== undefined,
    end: () => transport.close(),
    serve(request: Request, parsedBody: unknown, outgoing: ServerResponse) {
      exchanges += 1;
      outgoing.once("close", () => {
        exchanges -= 1;
        lastUsed = Date.now();
      });
      if (request.headers.has("last-event-id")) leaving.back(outgoing);
      return transport.handleRequest(request, { parsedBody });
    },
  };
  const unfollow = runtime.revocations.follow(from.caller.credential, () => from.ending(session.end()));
  await mcp.connect(transport);
  return session;
}

function isIdle(session: Known): boolean {
  return session.exchanges() === 0;
}

function tooMany(): Response {
  const message = "too many sessions are open; end one with DELETE, or try again later";
  return errorResponse({ status: 503, message, reason: "TOO_MANY_SESSIONS", headers: { "retry-after": "10" } });
}
