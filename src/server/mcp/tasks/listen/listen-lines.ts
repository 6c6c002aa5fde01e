import type { JSONRPCMessage, Transport } from "@modelcontextprotocol/server";
import { SUBSCRIPTION_ID_META_KEY } from "@modelcontextprotocol/server";
import type { JsonObject } from "../../../../model/json.ts";
import type { Tasks } from "../create-tasks.ts";
import type { TaskWatch } from "./create-watch.ts";
import { readListen } from "./read-listen.ts";
import { ACKNOWLEDGED, renderNote, renderRefusal, withTaskIds } from "./render-listen.ts";

type Incoming = Parameters<NonNullable<Transport["onmessage"]>>;

/**
 * Stands between a connection and what serves it, and tells of tasks where a client wants that. Everything else passes
 * as it is.
 */
export function listenOverLines(
  inner: Transport,
  owner: string,
  tasks: Tasks,
  onError: (error: Error) => void,
): Transport {
  const watches = new Map<string | number, TaskWatch>();
  const send = (message: JsonObject): Promise<void> => inner.send(message as unknown as JSONRPCMessage);
  const stop = (id: unknown): void => {
    if (typeof id !== "string" && typeof id !== "number") return;
    watches.get(id)?.close();
    watches.delete(id);
  };
  const take = (message: Incoming[0]): Incoming[0] | null => {
    if ("method" in message && message.method === "notifications/cancelled") stop(message.params?.["requestId"]);
    const wish = readListen(message);
    if (wish === null) return message;
    stop(wish.id);
    const watch = wish.kind === "tasks" ? tasks.watch(wish.taskIds, owner) : null;
    if (wish.kind === "tasks" && watch !== null) {
      watches.set(wish.id, watch);
      return wish.others as Incoming[0];
    }
    send(renderRefusal(wish.id, wish.kind === "refused" ? wish.why : "full")).catch(onError);
    return null;
  };
  const outer: Transport = {
    start: () => inner.start(),
    setProtocolVersion: (version) => inner.setProtocolVersion?.(version),
    async close() {
      for (const id of watches.keys()) stop(id);
      await inner.close();
    },
    async send(message, options) {
      const id = findAcknowledged(message);
      const watch = id === undefined ? undefined : watches.get(id);
      if (id === undefined || watch === undefined) {
        if (!("method" in message)) stop(message.id);
        return inner.send(message, options);
      }
      await send(withTaskIds(message as unknown as JsonObject, watch.ids));
      tellAll(watch, (task) => send(renderNote(id, task))).catch(onError);
    },
  };
  inner.onclose = () => {
    for (const id of watches.keys()) stop(id);
    outer.onclose?.();
  };
  inner.onerror = (error) => outer.onerror?.(error);
  inner.onmessage = (message, extra) => {
    const passed = take(message);
    if (passed !== null) outer.onmessage?.(passed, extra);
  };
  return outer;
}

/** As fast as the client takes it. */
async function tellAll(watch: TaskWatch, send: (task: JsonObject) => Promise<void>): Promise<void> {
  while (!watch.isClosed) {
    const task = watch.take();
    if (task === null) await watch.changed();
    else await send(task);
  }
}

/** The subscription that a message acknowledges. */
function findAcknowledged(message: JSONRPCMessage): string | number | undefined {
  if (!("method" in message) || message.method !== ACKNOWLEDGED) return undefined;
  const id = (message.params?.["_meta"] as JsonObject | undefined)?.[SUBSCRIPTION_ID_META_KEY];
  return typeof id === "string" || typeof id === "number" ? id : undefined;
}
