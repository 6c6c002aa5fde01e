import { describe, expect, it } from "vitest";
import type { McpPlan } from "../model/plan.ts";
import type { PinRepository, StoredPin } from "../storage/upstream-repositories.ts";
import { toServer } from "./connect/upstream.fixture.ts";
import { createBridge } from "./create-bridge.ts";
import type { UpstreamConnection, UpstreamListing, UpstreamState } from "./upstream.ts";

const listing = (description: string): UpstreamListing => ({
  software: { name: "up" },
  protocolVersion: "2025-11-25",
  instructions: null,
  tools: [{ name: "t", description, inputSchema: { type: "object" } }],
});
const READY: UpstreamState = { kind: "ready", since: 0, software: null, protocolVersion: "2025-11-25" };

describe("a server that is lost and comes back as something else while its list is noted", () => {
  it("is not called by what it was before", async () => {
    const writing = Promise.withResolvers<undefined>();
    let rows: readonly StoredPin[] = [];
    let isSlow = false;
    const pins: PinRepository = {
      list: () => Promise.resolve(rows),
      change: async (_of, toNext) => {
        if (isSlow) await writing.promise;
        return (rows = toNext(rows));
      },
    };
    let state: UpstreamState = { kind: "idle" };
    const offers = [listing("first"), listing("first"), listing("changed")];
    const called: string[] = [];
    const bridge = createBridge({
      servers: [toServer({ name: "up" })],
      workspace: "/w",
      pins,
      now: () => new Date(0),
      publish: () => undefined,
      logFailure: () => undefined,
      secretsOf: () => [],
      open: (server, { onListing }) => {
        const connect = (): Promise<void> => {
          const offer = state.kind === "ready" ? undefined : offers.shift();
          state = READY;
          if (offer !== undefined) onListing(offer);
          return Promise.resolve();
        };
        const connection: Partial<UpstreamConnection> = {
          server,
          connect,
          call: async ({ tool }) => {
            await connect();
            called.push(tool);
            return { end: { kind: "cancelled" }, startedAtMs: 0, durationMs: 0, software: null, protocolVersion: null };
          },
        };
        return Object.defineProperty(connection, "state", { get: () => state }) as UpstreamConnection;
      },
    });
    await bridge.connect("up", new AbortController().signal);
    [state, isSlow] = [{ kind: "idle" }, true];
    const plan = { kind: "mcp", server: "up", tool: "t", arguments: {} } as unknown as McpPlan;
    const call = bridge.call(plan, { meta: {}, timeoutMs: 1000, signal: new AbortController().signal });
    const refused = expect(call).rejects.toThrow("changed what");
    await new Promise((resolve) => setImmediate(resolve));
    state = { kind: "connecting", attempt: 1 };
    writing.resolve(undefined);
    await refused;
    expect(called).toEqual([]);
  });
});
