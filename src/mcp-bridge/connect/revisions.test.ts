import { afterAll, describe, expect, it } from "vitest";
import type { CallEvent } from "../../model/call.ts";
import type { McpServer } from "../../config/mcp/mcp-server.ts";
import { toAbilities } from "../../model/client-capabilities.ts";
import type { Answer, Question } from "../../model/question.ts";
import { createHeldClock, createUpstreamWorld, stdioServer, toServer, until } from "./upstream.fixture.ts";

const world = createUpstreamWorld();
afterAll(() => world.close());

const url = async (script: string, path: string, transport: McpServer["transport"] = "http"): Promise<McpServer> =>
  toServer({ transport, target: `http://127.0.0.1:${await world.serve(script)}${path}` });

const KINDS: readonly (readonly [string, string, () => Promise<McpServer>])[] = [
  ["2025-11-25 over stdio", "2025-11-25", () => Promise.resolve(stdioServer("legacy-stdio.mjs"))],
  ["2025-11-25 over HTTP", "2025-11-25", () => url("legacy-http.mjs", "/mcp")],
  ["2025-11-25 over SSE", "2025-11-25", () => url("legacy-http.mjs", "/sse", "sse")],
  ["2025-11-25 over SSE, found where HTTP is declared", "2025-11-25", () => url("legacy-http.mjs", "/sse")],
  ["2026-07-28 over stdio", "2026-07-28", () => Promise.resolve(stdioServer("modern-stdio.mjs"))],
  ["2026-07-28 over HTTP", "2026-07-28", () => url("modern-http.mjs", "/mcp")],
];

describe.each(KINDS)("%s", (_name, revision, make) => {
  it("is greeted, listed and called", async () => {
    const up = world.open(await make());
    await up.connect();
    const { state } = up.connection;
    expect(state).toMatchObject({
      kind: "ready",
      protocolVersion: revision,
      software: revision < "2026" ? "legacy 1.0" : "modern 2.0",
    });
    const [listing] = up.listings;
    expect(listing).toMatchObject({ protocolVersion: revision, instructions: "Be kind." });
    expect(listing?.tools[0]).toMatchObject({ name: "echo", "x-own": { kept: ["echo"] } });
    const args = { a: [1, null, { b: "é\u0000" }], nothing: {}, big: 1e300 };
    const { end } = await up.call("echo", args, { meta: { traceparent: "00-1-1-01" } });
    expect(end).toMatchObject({
      kind: "answered",
      isError: false,
      content: [{ type: "text", text: JSON.stringify(args) }],
      structured: { args, meta: { traceparent: "00-1-1-01" } },
    });
  });

  it("tells its progress, and hears that a call is cancelled", async () => {
    const up = world.open(await make());
    await up.connect();
    const events: CallEvent[] = [];
    const abort = new AbortController();
    const running = up.call("slow", {}, { signal: abort.signal, onEvent: (event) => void events.push(event) });
    await until(() => events.length > 0);
    expect(events).toEqual([{ kind: "progress", progress: 1, total: 2, message: "half" }]);
    abort.abort();
    expect((await running).end).toEqual({ kind: "cancelled" });
    let seen = "";
    while (!seen.includes("cancelled")) seen = JSON.stringify((await up.call("seen")).end);
  });

  it("ends a call that takes too long", async () => {
    const up = world.open(await make());
    await up.connect();
    expect((await up.call("slow", {}, { timeoutMs: 50 })).end).toEqual({ kind: "timeout" });
    expect((await up.call("echo")).end.kind).toBe("answered");
  });

  it("asks the person of the call, and nobody where there is none", async () => {
    const up = world.open(await make());
    await up.connect();
    const asked: Question[] = [];
    const ask = (question: Question): Promise<Answer> => {
      asked.push(question);
      return Promise.resolve({ action: "accept", content: { name: "Ada" } });
    };
    const { end } = await up.call("ask", {}, { ask, client: toAbilities({ elicitation: {} }) });
    expect(asked).toEqual([expect.objectContaining({ kind: "form", server: "up", message: "Who?" })]);
    expect(JSON.stringify(end)).toContain("Ada");
    // Where each request says what its client can, the server knows.
    expect(JSON.stringify((await up.call("ask")).end)).toContain(revision < "2026" ? "decline" : "incapable");
  });

  it("says so when its tools change", async () => {
    const clock = createHeldClock();
    const up = world.open(await make(), { clock });
    await up.connect();
    const before = up.names().length;
    await up.call("grow");
    await until(() => clock.waiting().includes(5_000));
    clock.pass(5_000);
    await until(() => up.names().length > before);
    expect(up.names().at(-1)).toMatch(/^"grown-/);
  });

  it("answers with an error", async () => {
    const up = world.open(await make());
    const { end } = await up.call("refuse");
    expect(end.kind === "failed" ? end.reason : end).toContain("not\\u001b[31m today");
  });
});
