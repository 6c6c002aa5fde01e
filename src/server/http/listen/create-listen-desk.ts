import { createMcpHandler, ProtocolError, ProtocolErrorCode, type ServerEventBus } from "@modelcontextprotocol/server";
import type { CallerHints } from "../../../model/caller.ts";
import { createMcpServer, type McpIdentity, type McpServerOptions } from "../../mcp/create-mcp-server.ts";
import { watchLists } from "../../mcp/lists/watch-lists.ts";
import { readMetaHints } from "../../mcp/read-list-hints.ts";
import { readListenRequest, takeAllowed } from "../../mcp/subscriptions/narrow-listen.ts";
import type { ListenRequest } from "../../mcp/subscriptions/narrow-listen.ts";
import { readListenMessage } from "../../mcp/subscriptions/read-listen-message.ts";
import type { ListenMessage } from "../../mcp/subscriptions/read-listen-message.ts";
import type { Subscriber, SubscriptionDesk } from "../../mcp/subscriptions/subscription-desk.ts";
import { toStreamSubscriber } from "../../mcp/subscriptions/to-stream-subscriber.ts";
import { toCredentialOwner } from "../../mcp/to-owner.ts";
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
      const meta = readListenMessage(body)?.meta;
      const hints = tryHints(meta);
      if (hints instanceof ProtocolError) return refuse(body, hints);
      const owner = toCredentialOwner(identity.caller);
      const own = [...open.values()].filter((one) => one.owner === owner).length;
      if (open.size >= most || own >= mostPerCredential) return refuse(body, TOO_MANY);
      const key = {};
      let unfollow = (): void => undefined;
      const free = (): void => {
        open.delete(key);
        unfollow();
      };
      const by = toStreamSubscriber({ viewer: { ...identity, hints }, meta, isValid: identity.isValid }, server);
      const stream = openStream(options, by, free);
      const endStream = (): void => void stream.end().catch((error: unknown) => server.onError(error as Error));
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
        const response = await handler.fetch(request, { parsedBody: passed });
        // Before there was nothing to end. One that was revoked meanwhile is told of as well.
        if (open.has(key)) unfollow = server.runtime.revocations.follow(identity.caller.credential, endStream);
        return response;
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
  { server: { runtime, onError }, subscriptions }: ListenDeskOptions,
  by: Subscriber,
  onEnd: () => void,
): Stream {
  const { viewer, isValid } = by;
  let close: () => Promise<void> = () => Promise.resolve();
  const end = async (): Promise<void> => {
    held.close();
    onEnd();
    await close();
  };
  const bus = createListenBus({
    isValid,
    onInvalid: end,
    onError,
    follow: (send) => watchLists({ runtime, viewer, send, onError }),
    onEnd() {
      held.close();
      onEnd();
    },
  });
  const held = subscriptions.open(bus.resourceUpdated);
  return {
    bus: bus.bus,
    hasBegun: bus.hasBegun,
    ends: (action) => void (close = action),
    end,
    async subscribe({ uris, narrow }) {
      return narrow(await takeAllowed(uris, async (uri) => (await held.add(uri, by)).ok));
    },
  };
}

/** Looked at for as long as the stream is open, so they have to be readable from the beginning. */
function tryHints(meta: ListenMessage["meta"]): CallerHints | ProtocolError {
  try {
    return readMetaHints(meta);
  } catch (error) {
    if (error instanceof ProtocolError) return error;
    throw error;
  }
}

const TOO_MANY = {
  code: ProtocolErrorCode.InternalError,
  message: "Subscription limit reached: end one of your streams, or try again later",
};

function refuse(body: object, { code, message }: { readonly code: number; readonly message: string }): Response {
  const { id } = body as { readonly id?: unknown };
  return Response.json({ jsonrpc: "2.0", id: id ?? null, error: { code, message } });
}
