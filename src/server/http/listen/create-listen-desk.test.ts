import { describe, expect, it } from "vitest";
import { createMemoryRuntime, toCaller } from "../../../../test/fixtures/runtime/memory-runtime.ts";
import type { Revocations } from "../../../call/runtime.ts";
import type { Added } from "../../mcp/subscriptions/subscription-desk.ts";
import { createHeldCalls } from "../../mcp/elicit/held-calls.ts";
import { createListenDesk } from "./create-listen-desk.ts";
import type { ListenDesk } from "./create-listen-desk.ts";

interface World {
  readonly desk: ListenDesk;
  /** Tells whoever follows by now, as the table of revocations does every moment. */
  readonly revoke: () => void;
  readonly followers: Set<() => void>;
  /** Lets the subscription to the resource of the stream be made. */
  readonly subscribed: () => void;
  readonly asked: Promise<unknown>;
}

const identity = { caller: toCaller("token:1"), session: undefined, isValid: () => Promise.resolve(true) };

function open(): World {
  const followers = new Set<() => void>();
  const revocations: Revocations = {
    follow(_, onRevoked) {
      followers.add(onRevoked);
      return () => void followers.delete(onRevoked);
    },
  };
  const runtime = { ...createMemoryRuntime(), revocations };
  const [asking, adding] = [Promise.withResolvers<undefined>(), Promise.withResolvers<Added>()];
  const add = (): Promise<Added> => {
    asking.resolve(undefined);
    return adding.promise;
  };
  const onError = (error: Error): void => expect.fail(error.message);
  const held = createHeldCalls();
  const track = (): void => undefined;
  const desk = createListenDesk({
    server: { runtime, entry: "mcp-http", identify: () => identity, held, track, onError },
    subscriptions: { open: () => ({ add, remove: () => undefined, close: () => undefined }) },
    most: 1,
    mostPerCredential: 1,
  });
  const revoke = (): void => {
    for (const onRevoked of followers) if (followers.delete(onRevoked)) onRevoked();
  };
  return { desk, revoke, followers, subscribed: () => adding.resolve({ ok: true }), asked: asking.promise };
}

const BODY = {
  jsonrpc: "2.0",
  id: 1,
  method: "subscriptions/listen",
  params: {
    _meta: {
      "io.modelcontextprotocol/protocolVersion": "2026-07-28",
      "io.modelcontextprotocol/clientInfo": { name: "raw", version: "1" },
      "io.modelcontextprotocol/clientCapabilities": {},
    },
    notifications: { toolsListChanged: true, resourceSubscriptions: ["test://a"] },
  },
};

function listen({ desk }: World): Promise<Response> {
  const headers = {
    accept: "application/json, text/event-stream",
    "content-type": "application/json",
    "mcp-protocol-version": "2026-07-28",
    "mcp-method": "subscriptions/listen",
  };
  const request = new Request("http://127.0.0.1/mcp", { method: "POST", headers, body: JSON.stringify(BODY) });
  return desk.serve(request, BODY, identity);
}

describe("a stream whose token is revoked", () => {
  it("ends", async () => {
    const world = open();
    world.subscribed();
    const response = await listen(world);
    world.revoke();
    expect(await response.text()).toContain("toolsListChanged");
  });

  it("ends where that was while it was being opened, and makes room for others", async () => {
    const world = open();
    const opening = listen(world);
    await world.asked;
    world.revoke();
    world.subscribed();
    const response = await opening;
    world.revoke();
    await response.text();
    const next = await listen(world);
    expect(next.headers.get("content-type")).toContain("text/event-stream");
    await world.desk.close();
  });

  it("is followed no longer than it is open", async () => {
    const world = open();
    world.subscribed();
    const response = await listen(world);
    expect(world.followers.size).toBe(1);
    await response.body?.cancel();
    expect(world.followers.size).toBe(0);
  });
});
