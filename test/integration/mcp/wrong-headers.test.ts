import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { INITIALIZE, send, serve, toCallBody } from "./http-fixture.ts";
import type { Served } from "./http-fixture.ts";

let served: Served;
beforeAll(async () => {
  served = await serve();
});
afterAll(() => served.server.close());
beforeEach(() => void (served.runtime.calls.length = 0));

const VERSION = "io.modelcontextprotocol/protocolVersion";
const META = {
  [VERSION]: "2026-07-28",
  "io.modelcontextprotocol/clientCapabilities": {},
  "io.modelcontextprotocol/clientInfo": { name: "raw", version: "1" },
};
const HEADERS = { "mcp-protocol-version": "2026-07-28", "mcp-method": "tools/call", "mcp-name": "noop" };

describe("a request whose headers and body say different things, or nothing that is known, runs nothing", () => {
  it.each<[string, Record<string, string>, object | undefined, number]>([
    ["another tool in the header", { ...HEADERS, "mcp-name": "echo" }, META, -32020],
    ["no tool in the header", { ...HEADERS, "mcp-name": "" }, META, -32020],
    ["another method in the header", { ...HEADERS, "mcp-method": "tools/list" }, META, -32020],
    ["no method in the header", { ...HEADERS, "mcp-method": "" }, META, -32020],
    ["another revision in the header", { ...HEADERS, "mcp-protocol-version": "2025-11-25" }, META, -32020],
    ["no revision in the header", { ...HEADERS, "mcp-protocol-version": "" }, META, -32020],
    ["the revision in the header alone", HEADERS, undefined, -32602],
    ["no capabilities", HEADERS, { [VERSION]: "2026-07-28" }, -32602],
    [
      "a revision that will be",
      { ...HEADERS, "mcp-protocol-version": "2099-01-01" },
      { ...META, [VERSION]: "2099-01-01" },
      -32022,
    ],
    ["a revision that never was", { "mcp-protocol-version": "2025-01-01" }, undefined, -32000],
    ["a draft that no release has", { "mcp-protocol-version": "2024-10-07" }, undefined, -32000],
    ["a revision that is none", { "mcp-protocol-version": "latest" }, undefined, -32602],
  ])("%s", async (_what, headers, meta, code) => {
    const answer = await send(served.url, { body: toCallBody("noop", {}, meta), headers });
    expect(answer.status).toBe(400);
    expect(JSON.parse(answer.text)).toMatchObject({ error: { code } });
    expect(served.runtime.calls).toEqual([]);
  });

  it.each(["2026-07-28", "2025-01-01", "x"])(
    "a session of an earlier revision is not left by a header that says %s",
    async (revision) => {
      const id = String((await send(served.url, { body: INITIALIZE })).headers["mcp-session-id"]);
      const headers = { "mcp-session-id": id, "mcp-protocol-version": revision };
      const answer = await send(served.url, { body: toCallBody("noop"), headers });
      expect(answer.status).toBe(400);
      expect(served.runtime.calls).toEqual([]);
    },
  );

  it("initializing with a draft agrees on the newest revision that initializes", async () => {
    const answer = await send(served.url, { body: INITIALIZE.replace(/"20[^"]*"/, '"2024-10-07"') });
    expect(answer.text).toContain('"protocolVersion":"2025-11-25"');
  });

  it("the right one does", async () => {
    expect((await send(served.url, { body: toCallBody("noop", {}, META), headers: HEADERS })).status).toBe(200);
    expect(served.runtime.calls).toHaveLength(1);
  });
});
