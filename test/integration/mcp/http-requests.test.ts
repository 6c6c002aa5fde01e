import { connect as connectSocket } from "node:net";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createHttpServer } from "../../../src/server/http/create-http-server.ts";
import { createMemoryRuntime } from "../../fixtures/runtime/memory-runtime.ts";
import { INITIALIZE, OTHER_TOKEN, type Sent, type Served, send, serve, toCallBody, until } from "./http-fixture.ts";

let served: Served;
beforeEach(async () => {
  served = await serve({ maxArgumentBytes: 4096 });
});
afterEach(() => served.server.close());

const MODERN_META = {
  "io.modelcontextprotocol/protocolVersion": "2026-07-28",
  "io.modelcontextprotocol/clientCapabilities": {},
};

describe("who is let in", () => {
  const call = toCallBody("noop");
  it.each<Sent & { readonly what: string; readonly status: number; readonly reason: string }>([
    { what: "no token", headers: { authorization: "" }, status: 401, reason: "UNAUTHENTICATED" },
    { what: "an unknown token", headers: { authorization: "Bearer tg_eve" }, status: 401, reason: "UNAUTHENTICATED" },
    { what: "another scheme", headers: { authorization: "Basic dGc6eA==" }, status: 401, reason: "UNAUTHENTICATED" },
    {
      what: "a huge token",
      headers: { authorization: `Bearer ${"x".repeat(9000)}` },
      status: 401,
      reason: "UNAUTHENTICATED",
    },
    { what: "an approver", headers: { authorization: "Bearer tg_approver" }, status: 403, reason: "FORBIDDEN" },
    { what: "a token in the address", path: "/mcp?token=tg_alice", status: 400, reason: "MALFORMED_CALL" },
    { what: "a foreign host", headers: { host: "evil.example" }, status: 403, reason: "FOREIGN_HOST" },
    {
      what: "a rebound name with our port",
      headers: { host: "evil.example:PORT" },
      status: 403,
      reason: "FOREIGN_HOST",
    },
    { what: "another port", headers: { host: "127.0.0.1:1" }, status: 403, reason: "FOREIGN_HOST" },
    {
      what: "a look-alike host",
      headers: { host: "localhost.evil.example:PORT" },
      status: 403,
      reason: "FOREIGN_HOST",
    },
    { what: "a foreign page", headers: { origin: "https://evil.example" }, status: 403, reason: "FOREIGN_ORIGIN" },
    { what: "a sandboxed page", headers: { origin: "null" }, status: 403, reason: "FOREIGN_ORIGIN" },
    {
      what: "a page of another port",
      headers: { origin: "http://127.0.0.1:1" },
      status: 403,
      reason: "FOREIGN_ORIGIN",
    },
    {
      what: "our name over https",
      headers: { origin: "https://127.0.0.1:PORT" },
      status: 403,
      reason: "FOREIGN_ORIGIN",
    },
    { what: "a form", headers: { "content-type": "text/plain" }, status: 415, reason: "UNSUPPORTED_MEDIA_TYPE" },
    { what: "a packed body", headers: { "content-encoding": "gzip" }, status: 415, reason: "UNSUPPORTED_MEDIA_TYPE" },
    { what: "no content type", headers: { "content-type": "" }, status: 415, reason: "UNSUPPORTED_MEDIA_TYPE" },
    { what: "PUT", method: "PUT", status: 405, reason: "METHOD_NOT_ALLOWED" },
    { what: "GET without a session", method: "GET", body: "", status: 405, reason: "METHOD_NOT_ALLOWED" },
    { what: "another path", path: "/other", status: 404, reason: "NOT_FOUND" },
  ])("refuses $what with $status", async ({ status, reason, headers = {}, ...sent }) => {
    const port = served.url.port;
    const filled = Object.fromEntries(
      Object.entries(headers).map(([key, value]) => [key, value.replace("PORT", port)]),
    );
    const answer = await send(served.url, { body: call, ...sent, headers: filled });
    expect(answer.status).toBe(status);
    expect(JSON.parse(answer.text)).toMatchObject({ jsonrpc: "2.0", id: null, error: { data: { code: reason } } });
    expect(answer.headers["www-authenticate"] !== undefined).toBe(status === 401 || reason === "FORBIDDEN");
    expect(served.runtime.calls).toEqual([]);
  });

  it("checks Host and Origin before it looks at a token, on every path", async () => {
    for (const path of ["/mcp", "/healthz", "/other"]) {
      const headers = { host: "evil.example", authorization: "" };
      expect((await send(served.url, { method: "GET", path, headers })).status).toBe(403);
    }
  });

  it.each(["127.0.0.1", "localhost", "LOCALHOST", "[::1]"])("answers to %s, also from its own pages", async (name) => {
    const host = `${name}:${served.url.port}`;
    const answer = await send(served.url, { body: call, headers: { host, origin: `http://${host}` } });
    expect(answer.status).toBe(200);
  });

  it("says that it is well without a token", async () => {
    const answer = await send(served.url, { method: "GET", path: "/healthz", headers: { authorization: "" } });
    expect(answer).toMatchObject({ status: 200, text: '{"status":"ok"}' });
  });
});

describe("bad bodies", () => {
  it.each([
    { what: "broken JSON", body: '{"jsonrpc":"2.0","id":1,', status: 400, code: -32700 },
    { what: "nothing", body: "", status: 400, code: -32700 },
    { what: "bytes that are not UTF-8", body: Buffer.from([0x22, 0xff, 0x22]), status: 400, code: -32700 },
    { what: "JSON that is no message", body: '{"hello":1}', status: 400, code: -32600 },
    { what: "null", body: "null", status: 400, code: -32600 },
    { what: "an empty batch", body: "[]", status: 400, code: -32600 },
    { what: "too much, as declared", body: "x".repeat(200_000), status: 413, code: -32000 },
    { what: "deep nesting", body: "[".repeat(60_000), status: 400, code: -32700 },
  ])("answers $what with $status", async ({ body, status, code }) => {
    const answer = await send(served.url, { body });
    expect(answer.status).toBe(status);
    expect(JSON.parse(answer.text)).toMatchObject({ error: { code } });
    expect((await send(served.url, { body: toCallBody("noop") })).status).toBe(200);
  });

  it("gives up a body without a declared length once it is too long", async () => {
    const answer = await send(served.url, {
      headers: { "transfer-encoding": "chunked" },
      body: Buffer.alloc(1_000_000, "x"),
    });
    expect(answer.status).toBe(413);
  });

  it("does not run a call whose body broke off", async () => {
    const socket = connectSocket(Number(served.url.port), "127.0.0.1");
    const head = `POST /mcp HTTP/1.1\r\nHost: ${served.url.host}\r\nContent-Type: application/json\r\nAuthorization: Bearer tg_alice\r\nContent-Length: 500\r\n\r\n`;
    await new Promise<void>((resolve) => socket.write(head + toCallBody("noop"), () => resolve()));
    socket.destroy();
    expect((await send(served.url, { body: toCallBody("echo") })).status).toBe(200);
    expect(served.runtime.calls.map(({ tool }) => tool)).toEqual(["echo"]);
  });
});

describe("one request at a time, without a session", () => {
  it("answers a call of an earlier revision as JSON", async () => {
    const answer = await send(served.url, { body: toCallBody("echo", { text: "hi" }) });
    expect(answer.headers["content-type"]).toBe("application/json");
    expect(JSON.parse(answer.text)).toMatchObject({ id: 1, result: { content: [{ type: "text" }] } });
    expect(answer.text).toContain("hi");
  });

  it("streams progress to a request that asks for it", async () => {
    const answer = await send(served.url, { body: toCallBody("stream", {}, { progressToken: "t" }) });
    expect(answer.headers["content-type"]).toBe("text/event-stream");
    expect(answer.text).toContain("notifications/progress");
    expect(answer.text).toContain("streamed");
  });

  it("answers a call of the newest revision as JSON and takes the tool from the body, not the header", async () => {
    const headers = { "mcp-protocol-version": "2026-07-28", "mcp-method": "tools/call", "mcp-name": "noop" };
    const good = await send(served.url, { body: toCallBody("noop", {}, MODERN_META), headers });
    expect(good.headers["content-type"]).toBe("application/json");
    expect(JSON.parse(good.text)).toMatchObject({ result: { resultType: "complete" } });
    const bad = await send(served.url, { body: toCallBody("fails", {}, MODERN_META), headers });
    expect(JSON.parse(bad.text)).toMatchObject({ error: { code: -32020 } });
    expect(served.runtime.calls.map(({ tool }) => tool)).toEqual(["noop"]);
  });

  it("refuses a malformed call with a JSON-RPC error", async () => {
    const body = JSON.stringify({ jsonrpc: "2.0", id: 9, method: "tools/call", params: { name: 7 } });
    expect(JSON.parse((await send(served.url, { body })).text)).toMatchObject({ id: 9, error: { code: -32602 } });
  });

  it.each([
    { era: "legacy", headers: {}, meta: undefined },
    {
      era: "modern",
      headers: { "mcp-protocol-version": "2026-07-28", "mcp-method": "tools/call", "mcp-name": "held" },
      meta: MODERN_META,
    },
  ])("aborts a held $era call when the connection breaks", async ({ headers, meta }) => {
    const body = toCallBody("held", {}, meta);
    const lines = Object.entries(headers).map(([key, value]) => `${key}: ${value}\r\n`);
    const socket = connectSocket(Number(served.url.port), "127.0.0.1");
    socket.write(
      `POST /mcp HTTP/1.1\r\nHost: ${served.url.host}\r\nContent-Type: application/json\r\nAccept: application/json, text/event-stream\r\nAuthorization: Bearer tg_alice\r\n${lines.join("")}Content-Length: ${body.length}\r\n\r\n${body}`,
    );
    await until(() => served.runtime.calls.length === 1);
    expect(served.runtime.aborted).toEqual([]);
    socket.destroy();
    await until(() => served.runtime.aborted.length === 1);
  });
});

describe("sessions", () => {
  const open = async (token?: string): Promise<string> => {
    const headers = token === undefined ? {} : { authorization: `Bearer ${token}` };
    const answer = await send(served.url, { body: INITIALIZE, headers });
    expect(answer.status).toBe(200);
    return String(answer.headers["mcp-session-id"]);
  };

  it("reads a foreign session as unknown, whatever the method", async () => {
    const id = await open();
    expect(id).toMatch(/^[\w-]{43}$/u);
    for (const method of ["POST", "GET", "DELETE"]) {
      for (const headers of [
        { authorization: `Bearer ${OTHER_TOKEN}`, "mcp-session-id": id },
        { "mcp-session-id": `${id}x` },
      ]) {
        const answer = await send(served.url, { method, body: method === "POST" ? toCallBody("noop") : "", headers });
        expect(answer.status).toBe(404);
        expect(answer.text).toContain("UNKNOWN_SESSION");
      }
    }
    expect(served.runtime.calls).toEqual([]);
    expect((await send(served.url, { body: toCallBody("noop"), headers: { "mcp-session-id": id } })).status).toBe(200);
  });

  it("cancels what runs in a session that is deleted", async () => {
    const id = await open();
    const held = send(served.url, { body: toCallBody("held"), headers: { "mcp-session-id": id } });
    await until(() => served.runtime.calls.length === 1);
    expect((await send(served.url, { method: "DELETE", headers: { "mcp-session-id": id } })).status).toBe(200);
    await until(() => served.runtime.aborted.length === 1 && served.runtime.openSessions.size === 0);
    await held;
  });

  it("cancels both of two calls that were sent under one id", async () => {
    const id = await open();
    const headers = { "mcp-session-id": id };
    const both = [1, 2].map(() => send(served.url, { body: toCallBody("held"), headers }));
    await until(() => served.runtime.calls.length === 2);
    await send(served.url, { method: "DELETE", headers });
    await until(() => served.runtime.aborted.length === 2);
    await Promise.all(both);
  });

  it("opens no session for a bad handshake", async () => {
    const answer = await send(served.url, { body: INITIALIZE, headers: { accept: "text/plain" } });
    expect(answer.status).toBe(406);
    await until(() => served.runtime.openSessions.size === 0);
  });
});

describe("limits on sessions", () => {
  it("ends idle sessions", async () => {
    const short = await serve({ idleSessionMs: 50 });
    const id = String((await send(short.url, { body: INITIALIZE })).headers["mcp-session-id"]);
    expect(short.runtime.openSessions.size).toBe(1);
    await until(() => short.runtime.openSessions.size === 0);
    const answer = await send(short.url, { body: toCallBody("noop"), headers: { "mcp-session-id": id } });
    expect(answer.status).toBe(404);
    await short.server.close();
  });

  it("replaces a credential's own oldest idle session, never another's", async () => {
    const small = await serve({ maxSessions: 2 });
    const first = String((await send(small.url, { body: INITIALIZE })).headers["mcp-session-id"]);
    await send(small.url, { body: INITIALIZE });
    const other = { authorization: `Bearer ${OTHER_TOKEN}` };
    const refused = await send(small.url, { body: INITIALIZE, headers: other });
    expect(refused.status).toBe(503);
    expect((await send(small.url, { body: INITIALIZE })).status).toBe(200);
    const gone = await send(small.url, { body: toCallBody("noop"), headers: { "mcp-session-id": first } });
    expect(gone.status).toBe(404);
    await small.server.close();
  });
});

describe("the server itself", () => {
  it("keeps answering beside 500 idle connections", async () => {
    const sockets = await Promise.all(
      Array.from({ length: 500 }, () => {
        const socket = connectSocket(Number(served.url.port), "127.0.0.1");
        return new Promise<typeof socket>((resolve, reject) => {
          socket.on("connect", () => resolve(socket)).on("error", reject);
        });
      }),
    );
    expect((await send(served.url, { body: toCallBody("noop") })).status).toBe(200);
    for (const socket of sockets) socket.destroy();
  });

  it("says clearly that a port is taken", async () => {
    const port = Number(served.url.port);
    const attempt = createHttpServer(createMemoryRuntime(), { port });
    await expect(attempt).rejects.toMatchObject({ code: "PORT_IN_USE" });
    await expect(attempt).rejects.toThrow(String(port));
  });

  it("lets a running call finish before it closes, then cancels what holds on", async () => {
    const own = await serve({ drainMs: 400 });
    const streaming = send(own.url, { body: toCallBody("stream") });
    const held = send(own.url, { body: toCallBody("held") });
    held.catch(() => undefined);
    await until(() => own.runtime.calls.length === 2);
    await own.server.close();
    expect((await streaming).text).toContain("streamed");
    await expect(held).rejects.toThrow();
    expect(own.runtime.aborted).toEqual(["held"]);
  });

  it("closes although a client listens", async () => {
    const own = await serve();
    const id = String((await send(own.url, { body: INITIALIZE })).headers["mcp-session-id"]);
    const listening = send(own.url, { method: "GET", headers: { "mcp-session-id": id } });
    await new Promise((resolve) => setTimeout(resolve, 50));
    await own.server.close();
    expect((await listening).status).toBe(200);
    expect(own.runtime.openSessions.size).toBe(0);
  });
});
