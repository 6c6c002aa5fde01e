import { ProtocolError, ProtocolErrorCode, type Transport } from "@modelcontextprotocol/server";
import { readListenRequest, takeAllowed } from "./narrow-listen.ts";
import type { ListenRequest } from "./narrow-listen.ts";
import type { Subscriber, Subscriptions } from "./subscription-desk.ts";

type Incoming = Parameters<NonNullable<Transport["onmessage"]>>;
type Id = string | number;

const UNEXPECTED = { code: ProtocolErrorCode.InternalError, message: "Toolgate failed unexpectedly" };

/**
 * Stands between a connection and what serves it: of a request to hear of changes only those resources pass that its client
 * may hear of, and they are watched until it is over. Everything else passes as it is, in its order.
 */
export function subscribeOverLines(
  inner: Transport,
  subscriptions: Subscriptions,
  toSubscriber: (request: ListenRequest) => Subscriber,
): Transport {
  const open = new Map<Id, readonly string[]>();
  const stop = (id: unknown): void => {
    const uris = open.get(id as Id) ?? [];
    open.delete(id as Id);
    const others = new Set([...open.values()].flat());
    for (const uri of uris) if (!others.has(uri)) subscriptions.remove(uri);
  };
  const begin = async (request: ListenRequest): Promise<object | null> => {
    stop(request.id);
    open.set(request.id, request.uris);
    const by = toSubscriber(request);
    const taken = await takeAllowed(request.uris, async (uri) => (await subscriptions.add(uri, by)).ok);
    // Cancelled before it began: then there is nothing to answer.
    return open.get(request.id) === request.uris ? request.narrow(taken) : null;
  };
  const refuse = (id: Id, error: Error): void => {
    const { code, message } = error instanceof ProtocolError ? error : UNEXPECTED;
    outer.onerror?.(error);
    outer
      .send({ jsonrpc: "2.0", id, error: { code, message } })
      .catch((late: unknown) => outer.onerror?.(late as Error));
  };
  const outer: Transport = {
    start: () => inner.start(),
    close: () => inner.close(),
    setProtocolVersion: (version) => inner.setProtocolVersion?.(version),
    send(message, options) {
      // The answer to such a request is its end.
      if (!("method" in message)) stop(message.id);
      return inner.send(message, options);
    },
  };
  inner.onclose = () => {
    subscriptions.close();
    outer.onclose?.();
  };
  inner.onerror = (error) => outer.onerror?.(error);
  inner.onmessage = (...[message, extra]: Incoming) => {
    const isEnd = "method" in message && message.method === "notifications/cancelled";
    if (isEnd) stop((message.params as { readonly requestId?: unknown } | undefined)?.requestId);
    const request = readListenRequest(message);
    if (request === null) return outer.onmessage?.(message, extra);
    begin(request).then(
      (passed) => {
        if (passed !== null) outer.onmessage?.(passed as Incoming[0], extra);
      },
      (error: unknown) => refuse(request.id, error as Error),
    );
  };
  return outer;
}
