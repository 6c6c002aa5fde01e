import { createServer } from "node:http";
import type { ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, describe, expect, it } from "vitest";
import { createRawServer } from "../../../test/fixtures/matrix/raw-server.ts";
import { atPort, OK, reply, serveByHand, stopHandServers } from "./hand-server.fixture.ts";
import type { Handle } from "./hand-server.fixture.ts";
import { createHeldClock, createUpstreamWorld, toServer, until } from "./upstream.fixture.ts";

const world = createUpstreamWorld();
afterAll(async () => {
  await world.close();
  stopHandServers();
});

const callsOf = (posted: readonly string[]): number => posted.filter((method) => method === "tools/call").length;
const toEvent = (id: string, message: object): string =>
  `id: ${id}\nretry: 10\ndata: ${JSON.stringify({ jsonrpc: "2.0", ...message })}\n\n`;
const ASKS = { resultType: "input_required", inputRequests: { who: { method: "roots/list" } }, requestState: "x" };

describe("a call is sent once", () => {
  it.each<[string, Handle]>([
    ["the connection is cut after it was read", (_, response) => void response.destroy()],
    ["the connection is cut in the middle of an answer", (_, response) => void response.writeHead(200).write("{")],
    ["the server is too busy", (_, response) => void response.writeHead(503, { "retry-after": "0" }).end()],
    ["the server forgot the session", (_, response) => void response.writeHead(404).end()],
    [
      "its headers are called wrong",
      ({ id }, response) => reply(response, { id, error: { code: -32020, message: "?" } }),
    ],
    [
      "the revision is called wrong",
      ({ id }, response) => reply(response, { id, error: { code: -32022, message: "?" } }),
    ],
  ])("when %s", async (_what, handle) => {
    const { port, posted } = await serveByHand((message, response, request) => {
      handle(message, response, request);
      if (response.headersSent && !response.writableEnded) setImmediate(() => response.destroy());
    });
    const up = world.open(atPort(port), { clock: createHeldClock() });
    await up.connect();
    expect((await up.call("t")).end.kind).toBe("failed");
    expect(callsOf(posted)).toBe(1);
  });

  it("when a server asks for more as only a later revision may", async () => {
    const { port, posted } = await serveByHand(({ id }, response) => reply(response, { id, result: ASKS }));
    const up = world.open(atPort(port));
    await up.connect();
    expect((await up.call("t")).end).toEqual({ kind: "answered", isError: false, content: [], structured: undefined });
    expect(callsOf(posted)).toBe(1);
    const read = await up.call("", { uri: "a://b" }, { request: "resources/read" });
    expect(read.end).toMatchObject({ kind: "failed", reason: expect.stringContaining("is none") as string });
    expect(posted.filter((method) => method === "resources/read")).toHaveLength(1);
  });

  it("when its stream breaks off, and is followed where the server goes on with it", async () => {
    const resumed: (string | undefined)[] = [];
    const { port, posted } = await serveByHand(
      ({ id }, response) => {
        response.writeHead(200, { "content-type": "text/event-stream" });
        response.end(
          toEvent(`of-${String(id)}`, { method: "notifications/message", params: { level: "info", data: 1 } }),
        );
      },
      (request, response) => {
        const last = request.headers["last-event-id"] as string | undefined;
        if (last === undefined) return void response.writeHead(405).end();
        resumed.push(last);
        response.writeHead(200, { "content-type": "text/event-stream" });
        // Broken off once more before the answer.
        response.end(
          resumed.length < 2
            ? "id: later\ndata:\n\n"
            : toEvent("end", { id: Number(resumed[0]?.slice(3)), result: OK }),
        );
      },
    );
    const up = world.open(atPort(port));
    await up.connect();
    expect((await up.call("t")).end).toMatchObject({ kind: "answered", content: [{ text: "ok" }] });
    expect(resumed).toEqual([expect.stringMatching(/^of-/) as string, "later"]);
    expect(callsOf(posted)).toBe(1);
  });

  it("when its stream breaks off and the server does not go on with it", async () => {
    const { port, posted } = await serveByHand(({ id }, response) => {
      response.writeHead(200, { "content-type": "text/event-stream" }).end(toEvent(String(id), { method: "x" }));
    });
    const up = world.open(atPort(port));
    await up.connect();
    const { end } = await up.call("t");
    expect(end.kind === "failed" ? end.reason : end).toContain("broke off");
    expect(callsOf(posted)).toBe(1);
  });
});

describe("a stream of events of 2024 that ends", () => {
  it("ends the session and its calls, and the server is greeted again before anything else is sent", async () => {
    const heard: string[] = [];
    let events: ServerResponse | null = null;
    let take: ReturnType<typeof createRawServer> | null = null;
    const server = createServer((request, response) => {
      if (request.method === "GET") {
        events = response;
        response.writeHead(200, { "content-type": "text/event-stream" }).write("event: endpoint\ndata: /m\n\n");
        take = createRawServer("2024-11-05", (message) => void response.write(`data: ${JSON.stringify(message)}\n\n`));
        return;
      }
      let text = "";
      request.on("data", (bytes: Buffer) => (text += bytes.toString()));
      request.on("end", () => {
        const message = JSON.parse(text) as { readonly method: string };
        heard.push(message.method);
        response.writeHead(202).end();
        void take?.(message);
      });
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const target = `http://127.0.0.1:${(server.address() as AddressInfo).port}/sse`;
    const clock = createHeldClock();
    const up = world.open(toServer({ transport: "sse", target }), { clock });
    await up.connect();
    const running = up.call("slow", { text: "a" });
    await until(() => heard.includes("tools/call"));
    (events as ServerResponse | null)?.end();
    const { end } = await running;
    expect(end.kind === "failed" ? end.reason : end).toContain("the connection to the server ended");
    expect(up.connection.state.kind).toBe("waiting");
    clock.pass(2_000);
    await until(() => up.connection.state.kind === "ready");
    expect((await up.call("say", { text: "again" })).end.kind).toBe("answered");
    expect(heard.filter((method) => method === "initialize")).toHaveLength(2);
    expect(callsOf(heard)).toBe(2);
    server.closeAllConnections();
    server.close();
  });
});
