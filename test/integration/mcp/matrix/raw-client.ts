import type { JsonObject, JsonValue } from "../../../../src/model/json.ts";
import { ANSWER } from "./matrix-client.ts";
import type { MatrixClient } from "./matrix-client.ts";

/** How messages go to the gateway; what comes back is handed to `take`. */
export interface RawWay {
  send(message: JsonValue): Promise<void>;
  close(): Promise<void>;
}

export interface RawClient extends MatrixClient {
  /** Sends something as it is. */
  sendRaw(message: JsonValue): Promise<void>;
  /** Everything that came, as it came. */
  readonly came: readonly JsonValue[];
}

/** A client written for one revision, that knows nothing which came later, and greets as its time did. */
export async function createRawClient(
  revision: string,
  open: (take: (message: JsonValue) => void) => Promise<RawWay>,
): Promise<RawClient> {
  const pending = new Map<JsonValue, PromiseWithResolvers<JsonObject>>();
  const listeners = new Map<JsonValue, (step: JsonObject) => void>();
  const came: JsonValue[] = [];
  let changes = 0;
  let agreed = "";
  let last = 0;
  const takeOne = (message: JsonObject): void => {
    const { id, method, params, result, error } = message;
    if (method === "notifications/tools/list_changed") changes += 1;
    if (method === "notifications/progress") {
      const { progressToken, ...step } = params as JsonObject;
      listeners.get(progressToken ?? null)?.(step);
    }
    if (method !== undefined || id === undefined) return;
    const waiting = pending.get(id);
    if (error === undefined) waiting?.resolve(result as JsonObject);
    else waiting?.reject(Object.assign(new Error(JSON.stringify(error)), error as object));
  };
  const way = await open((message) => {
    came.push(message);
    for (const one of Array.isArray(message) ? message : [message]) takeOne(one as JsonObject);
  });
  const client: RawClient = {
    asked: [],
    answer: ANSWER,
    came,
    changes: () => changes,
    revision: () => agreed,
    sendRaw: (message) => way.send(message),
    async request(method, params, { onProgress, signal } = {}) {
      const id = (last += 1);
      const waiting = Promise.withResolvers<JsonObject>();
      pending.set(id, waiting);
      const _meta = onProgress === undefined ? {} : { _meta: { progressToken: id } };
      if (onProgress !== undefined) listeners.set(id, onProgress);
      signal?.addEventListener("abort", () => {
        waiting.reject(new Error("cancelled"));
        void way.send({
          jsonrpc: "2.0",
          method: "notifications/cancelled",
          params: { requestId: id, reason: "enough" },
        });
      });
      await way.send({ jsonrpc: "2.0", id, method, params: { ...params, ..._meta, "x-nobody-knows": 1 } });
      return waiting.promise;
    },
    close: () => way.close(),
  };
  const clientInfo = { name: `raw ${revision}`, version: "1", "x-nobody-knows": 1 };
  const capabilities = { "x-nobody-knows": {} };
  const greeted = await client.request("initialize", { protocolVersion: revision, capabilities, clientInfo });
  agreed = greeted["protocolVersion"] as string;
  await way.send({ jsonrpc: "2.0", method: "notifications/initialized" });
  return client;
}
