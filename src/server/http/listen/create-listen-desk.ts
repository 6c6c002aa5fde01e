import { createMcpHandler, ProtocolError, ProtocolErrorCode, type ServerEventBus } from "@modelcontextprotocol/server";
import type { OfferViewer } from "../../../mcp-bridge/offers/create-offer-source.ts";
import type { Caller } from "../../../model/caller.ts";
import { createMcpServer, type McpIdentity, type McpServerOptions } from "../../mcp/create-mcp-server.ts";
import { watchLists } from "../../mcp/lists/watch-lists.ts";
import { readMetaHints, toHints } from "../../mcp/read-list-hints.ts";
import { readListenRequest, takeAllowed } from "../../mcp/subscriptions/narrow-listen.ts";
import type { ListenRequest } from "../../mcp/subscriptions/narrow-listen.ts";
import type { Subscriber, SubscriptionDesk } from "../../mcp/subscriptions/subscription-desk.ts";
import { createListenBus } from "./create-listen-bus.ts";

/** Serves the streams of 2026-07-28 over which clients hear of changes: each of what its own caller may see. */
export interface ListenDesk {
  serve(request: Request, body: object, identity: McpIdentity): Promise<Response>;
  /** Ends every stream, with a goodbye. */
  close(): Promise<void>;
}

export interface ListenDeskOptions {
  /** As of servers that answer one request. */
  readonly server: Omit<McpServerOptions, "listChanged">;
  readonly subscriptions: SubscriptionDesk;
  /** Streams that may be open at once. */
  readonly most: number;
  readonly mostPerCredential: number;
}

export function createListenDesk(options: ListenDeskOptions): ListenDesk {
  const { server, most, mostPerCredential } = options;
  const open = new Map<object, { readonly owner: string; readonly end: () => Promise<void> }>();
  return {
    async serve(request, body, identity) {
      const unreadable = refuseUnreadable(body);
      if (unreadable !== null) return unreadable;
      const owner = toOwner(identity.caller);
      const own = [...open.values()].filter((one) => one.owner === owner).length;
      if (open.size >= most || own >= mostPerCredential) return tooMany(body);
      const key = {};
      const free = (): void => void open.delete(key);
      const stream = openStream(options, identity, readMeta(body), free);
      open.set(key, { owner, end: stream.end });
      try {
        const wanted = readListenRequest(body);
        const passed = wanted === null ? body : await stream.subscribe(wanted);
        const handler = createMcpHandler(() => createMcpServer({ ...server, listChanged: "served" }), {
          legacy: "reject",
          onerror: server.onError,
          bus: stream.bus,
        });
        stream.ends(() => handler.close());
        return await handler.fetch(request, { parsedBody: passed });
      } finally {
        // It was no such request after all, or whoever sent it is gone.
        if (!stream.hasBegun()) await stream.end();
      }
    },
    async close() {
      await Promise.all([...open.values()].map(({ end }) => end()));
    },
  };
}

interface Stream {
  readonly bus: ServerEventBus;
  readonly hasBegun: () => boolean;
  /** The request for those resources alone that this caller may hear of. */
  subscribe(wanted: ListenRequest): Promise<object>;
  /** Says how the stream is ended from here. */
  ends(close: () => Promise<void>): void;
  readonly end: () => Promise<void>;
}

function openStream(
  { server, subscriptions }: ListenDeskOptions,
  identity: McpIdentity,
  meta: Readonly<Record<string, unknown>> | undefined,
  onEnd: () => void,
): Stream {
  const { runtime, entry, onError } = server;
  let close: () => Promise<void> = () => Promise.resolve();
  const end = async (): Promise<void> => {
    held.close();
    onEnd();
    await close();
  };
  const viewer = (): OfferViewer => ({ ...identity, hints: readMetaHints(meta) });
  const bus = createListenBus({
    isValid: identity.isValid,
    onInvalid: end,
    onError,
    follow: (send) => watchLists({ runtime, viewer, send, onError }),
    onEnd() {
      held.close();
      onEnd();
    },
  });
  const held = subscriptions.open(bus.resourceUpdated);
  const by = (): Subscriber => ({
    viewer: viewer(),
    isValid: identity.isValid,
    run: ({ tool, args }) => {
      const { caller, session } = identity;
      const call = runtime.call({ entry, tool, args, caller, session, hints: toHints(meta), hold: false });
      server.track(call);
      return call;
    },
  });
  return {
    bus: bus.bus,
    hasBegun: bus.hasBegun,
    ends: (action) => void (close = action),
    end,
    async subscribe({ uris, narrow }) {
      const one = by();
      return narrow(await takeAllowed(uris, async (uri) => (await held.add(uri, one)).ok));
    },
  };
}

function readMeta(body: object): Readonly<Record<string, unknown>> | undefined {
  const { params } = body as { readonly params?: unknown };
  const { _meta } = Object(params) as { readonly _meta?: unknown };
  return typeof _meta === "object" && _meta !== null ? (_meta as Record<string, unknown>) : undefined;
}

function toOwner({ tenant, credential }: Caller): string {
  return JSON.stringify([tenant, credential]);
}

/** What a request says of itself is looked at for as long as its stream is open: it has to be readable from the beginning. */
function refuseUnreadable(body: object): Response | null {
  try {
    readMetaHints(readMeta(body));
    return null;
  } catch (error) {
    if (error instanceof ProtocolError) return refuse(body, error.code, error.message);
    throw error;
  }
}

function tooMany(body: object): Response {
  const message = "Subscription limit reached: end one of your streams, or try again later";
  return refuse(body, ProtocolErrorCode.InternalError, message);
}

function refuse(body: object, code: number, message: string): Response {
  const { id } = body as { readonly id?: unknown };
  return Response.json({ jsonrpc: "2.0", id: id ?? null, error: { code, message } });
}
