import { get } from "node:http";
import type { ServerResponse } from "node:http";
import { afterAll, describe, expect, it } from "vitest";
import { atPort as at, OK, reply, serveByHand as serve, stopHandServers } from "./hand-server.fixture.ts";
import type { Handle } from "./hand-server.fixture.ts";
import { createHeldClock, createUpstreamWorld, toServer, until } from "./upstream.fixture.ts";

const world = createUpstreamWorld();
const stops: (() => void)[] = [];
afterAll(async () => {
  await world.close();
  for (const stop of stops) stop();
  stopHandServers();
});

describe("a call", () => {
  it.each<[string, Handle, string]>([
    [
      "is sent to another origin",
      (_, response) => void response.writeHead(307, { location: "http://127.0.0.1:1/" }).end(),
      "HTTP 307",
    ],
    [
      "is sent to the metadata service",
      (_, response) => void response.writeHead(307, { location: "http://169.254.169.254/latest" }).end(),
      "HTTP 307",
    ],
    [
      "is answered with 50 MB",
      ({ id }, response) =>
        reply(response, { id, result: { content: [{ type: "text", text: "x".repeat(50_000_000) }] } }),
      "longer than 1000000 bytes",
    ],
    [
      "is answered with an event without end",
      (_, response) => {
        response.writeHead(200, { "content-type": "text/event-stream" });
        response.write("data: ");
        for (let at = 0; at < 64; at += 1) response.write("x".repeat(65_536));
      },
      "broke off",
    ],
    [
      "is answered with a stream that ends early",
      (_, response) => void response.writeHead(200, { "content-type": "text/event-stream" }).end(": bye\n\n"),
      "broke off",
    ],
    [
      "is answered with what is no JSON",
      (_, response) => void response.writeHead(200, { "content-type": "application/json" }).end("{"),
      "",
    ],
    [
      "is answered with another message",
      ({ id }, response) => reply(response, { id, error: "token=abc" }),
      "what the server sent is no message of the protocol",
    ],
    [
      "is answered with a page",
      (_, response) => void response.writeHead(200, { "content-type": "text/html" }).end("<html>"),
      "text/html",
    ],
    ["is answered with an error page", (_, response) => void response.writeHead(500).end("token=abc"), "HTTP 500"],
    ["is refused a login", (_, response) => void response.writeHead(401).end(), "credentials"],
    ["is cut off", (_, response) => void response.destroy(), "connection"],
    [
      "is answered in a packed form",
      (_, response) =>
        void response.writeHead(200, { "content-type": "application/json", "content-encoding": "gzip" }).end("x"),
      "packed",
    ],
  ])("that %s fails, and the connection stays", async (_name, handle, reason) => {
    let isFirst = true;
    const { port } = await serve((message, response, request) => {
      if (isFirst) handle(message, response, request);
      else reply(response, { id: message.id, result: OK });
      isFirst = false;
    });
    const up = world.open(at(port));
    await up.connect();
    const { end } = await up.call("t");
    expect(end.kind === "failed" ? end.reason : end).toContain(reason);
    expect(JSON.stringify(end)).not.toContain("abc");
    expect((await up.call("t")).end.kind).toBe("answered");
  });

  it("whose answer comes byte by byte ends with its time", async () => {
    const { port } = await serve((_, response) => {
      response.writeHead(200, { "content-type": "application/json" });
      const drip = setInterval(() => response.write(" "), 5);
      stops.push(() => clearInterval(drip));
    });
    const up = world.open(at(port));
    await up.connect();
    expect((await up.call("t", {}, { timeoutMs: 200 })).end).toEqual({ kind: "timeout" });
  });

  it("follows a redirect within the origin, with its headers", async () => {
    const { port, seen } = await serve(({ id }, response, request) => {
      if (request.url === "/mcp") response.writeHead(307, { location: "/other" }).end();
      else reply(response, { id, result: OK });
    });
    const up = world.open(at(port, { headers: { "X-Key": "{_secret:key}" } }), {
      openSecrets: () => Promise.resolve({ key: "v" }),
    });
    await up.connect();
    expect((await up.call("t")).end.kind).toBe("answered");
    expect(seen.at(-1)).toMatchObject({ url: "/other" });
    expect(seen.every(({ headers }) => headers["x-key"] === "v")).toBe(true);
  });
});

describe("a place that may not be reached", () => {
  const clock = createHeldClock();

  it("is one of a project inside of this network", async () => {
    const { port, seen } = await serve(() => undefined);
    await expect(world.open(at(port, { layer: "project" }), { clock }).connect()).rejects.toThrow("loopback");
    expect(seen).toEqual([]);
    const listed = world.open(at(port, { layer: "project" }), { clock, privateAddresses: ["127.0.0.1"] });
    await listed.connect();
    expect(listed.connection.state.kind).toBe("ready");
  });

  it("hands out the credentials of this machine", async () => {
    const up = world.open(toServer({ transport: "http", target: "http://169.254.169.254/mcp" }), { clock });
    await expect(up.connect()).rejects.toThrow("metadata");
  });

  it("is not there", async () => {
    const up = world.open(at(1), { clock });
    await expect(up.connect()).rejects.toThrow("refused");
    expect(up.connection.state.kind).toBe("waiting");
  });
});

it("a place that takes its time to answer is waited for longer than a program that may not understand", async () => {
  const { port } = await serve(() => undefined, undefined, 100);
  const up = world.open(at(port), { probeMs: 20 });
  await up.connect();
  expect(up.connection.state.kind).toBe("ready");
});

describe("an event stream that never says where to write", () => {
  const open = async (clock = createHeldClock()): Promise<ReturnType<typeof world.open>> => {
    const mute = (_: unknown, response: ServerResponse): void => {
      response.writeHead(200, { "content-type": "text/event-stream" });
      response.flushHeaders();
    };
    const { port, seen } = await serve(() => undefined, mute);
    const opened = world.open(at(port, { transport: "sse" }), { clock });
    opened.connect().catch(() => undefined);
    await until(() => seen.length === 1);
    return opened;
  };

  it("is given up when it did not greet in time", async () => {
    const clock = createHeldClock();
    const { states } = await open(clock);
    clock.pass(60_000);
    await until(() => states.at(-1)?.kind === "waiting");
    expect(states.at(-1)).toMatchObject({ reason: "it did not greet within 60 seconds" });
  });

  it("is no reason not to end", async () => {
    const { connection } = await open();
    await connection.close();
    expect(connection.state).toEqual({ kind: "closed" });
  });
});

it("a server that forgot the session is greeted again", async () => {
  const clock = createHeldClock();
  const port = await world.serve("legacy-http.mjs");
  const up = world.open(at(port), { clock });
  await up.connect();
  await new Promise((resolve) =>
    get(`http://127.0.0.1:${port}/forget`, (answer) => answer.resume().on("end", resolve)),
  );
  const { end } = await up.call("echo");
  expect(end).toEqual({
    kind: "failed",
    reason: expect.stringContaining("does not know the session any more") as string,
  });
  expect(up.connection.state.kind).toBe("waiting");
  clock.pass(2_000);
  await until(() => up.connection.state.kind === "ready");
  expect((await up.call("echo")).end.kind).toBe("answered");
});

it("a stream that says what changed is opened again when it broke off", async () => {
  const clock = createHeldClock();
  const port = await world.serve("modern-http.mjs");
  const up = world.open(at(port), { clock });
  await up.connect();
  await new Promise((resolve) => get(`http://127.0.0.1:${port}/drop`, (answer) => answer.resume().on("end", resolve)));
  // When this side sees that it broke off is not known.
  await until(() => {
    clock.pass(30_000);
    return up.listings.length >= 2;
  });
  await up.call("grow");
  await until(() => {
    clock.pass(5_000);
    return up.names().at(-1)?.startsWith('"grown-') === true;
  });
  expect(up.states.map(({ kind }) => kind)).toEqual(["connecting", "ready"]);
});
