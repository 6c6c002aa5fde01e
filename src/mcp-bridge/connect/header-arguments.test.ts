import { createServer } from "node:http";
import type { IncomingMessage, Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { JsonObject } from "../../model/json.ts";
import { createHeldClock, createUpstreamWorld, toServer, until } from "./upstream.fixture.ts";
import type { OpenUpstream } from "./upstream.fixture.ts";

const world = createUpstreamWorld();
const clock = createHeldClock();
const asked: { readonly headers: IncomingMessage["headers"]; readonly body: JsonObject }[] = [];
let server: Server;
let up: OpenUpstream;
/** What the server answers a call with. */
let answer: JsonObject = {};

const OK = { result: { resultType: "complete", content: [] } };
const RESULTS: JsonObject = {
  "server/discover": {
    resultType: "complete",
    ttlMs: 0,
    cacheScope: "private",
    supportedVersions: ["2026-07-28"],
    capabilities: { tools: {} },
    serverInfo: { name: "headed", version: "1" },
  },
  "tools/list": { resultType: "complete", ttlMs: 0, cacheScope: "private", tools: [] },
};

beforeAll(async () => {
  server = createServer((request, response) => {
    let text = "";
    request.setEncoding("utf8").on("data", (part: string) => (text += part));
    request.on("end", () => {
      const body = JSON.parse(text) as JsonObject;
      asked.push({ headers: request.headers, body });
      const { method } = body;
      const known = typeof method === "string" ? RESULTS[method] : undefined;
      const sent = known === undefined ? answer : { result: known };
      response.writeHead("error" in sent ? 400 : 200, { "content-type": "application/json" });
      response.end(JSON.stringify({ jsonrpc: "2.0", id: body["id"] ?? null, ...sent }));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const headers = { Cookie: "own=1", "X-Own": "yes" };
  up = world.open(toServer({ transport: "http", target: `http://127.0.0.1:${port}/mcp`, headers }), { clock });
  await up.connect();
});
afterAll(async () => {
  await world.close();
  server.close();
});

const NAMES = ["Authorization", "Cookie", "Host", "Content-Length", "Mcp-Name", "X-Own", "Text"];
const definition = {
  name: "t",
  inputSchema: {
    type: "object",
    properties: Object.fromEntries(NAMES.map((name) => [name, { type: "string", "x-mcp-header": name }])),
  },
};

async function call(args: JsonObject): Promise<string> {
  answer = OK;
  asked.length = 0;
  const { end } = await up.call("t", args, { definition });
  return end.kind === "failed" ? end.reason : end.kind;
}

describe("arguments that a server wants in headers", () => {
  it.each<readonly [string, string]>([
    ["us-west1", "us-west1"],
    ["us west 1", "us west 1"],
    ["a\r\nHost: evil.example", "=?base64?YQ0KSG9zdDogZXZpbC5leGFtcGxl?="],
    ["世界", "=?base64?5LiW55WM?="],
    [" padded ", "=?base64?IHBhZGRlZCA=?="],
    ["\u0000", "=?base64?AA==?="],
    ["=?base64?x?=", "=?base64?PT9iYXNlNjQ/eD89?="],
  ])("cannot leave their header: %j", async (text, header) => {
    expect(await call({ Text: text })).toBe("answered");
    expect(asked.at(-1)?.headers["mcp-param-text"]).toBe(header);
    expect(asked.at(-1)?.body).toMatchObject({ params: { arguments: { Text: text } } });
  });

  it("touch no header but their own, whatever its name", async () => {
    await call(Object.fromEntries(NAMES.map((name) => [name, "evil"])));
    const { headers = {} } = asked.at(-1) ?? {};
    for (const name of NAMES) expect(headers[`mcp-param-${name.toLowerCase()}`]).toBe("evil");
    expect(headers).toMatchObject({ cookie: "own=1", "x-own": "yes", "mcp-name": "t", "mcp-method": "tools/call" });
    expect(headers.authorization).toBeUndefined();
    expect(headers.host).toMatch(/^127\.0\.0\.1:/);
    expect(headers["content-length"]).not.toBe("evil");
  });

  it("are left out as null, and the null is sent", async () => {
    await call({ Text: null });
    expect(asked.at(-1)?.headers).not.toHaveProperty("mcp-param-text");
    expect(asked.at(-1)?.body).toMatchObject({ params: { arguments: { Text: null } } });
  });

  it("are refused where they are too long for headers, before anything is sent", async () => {
    expect(await call({ Text: "x".repeat(9000) })).toContain("at most 8192");
    expect(await call({ Text: "é".repeat(4000), Host: "x" })).toContain("at most 8192");
    expect(asked).toEqual([]);
    expect(await call({ Text: "short" })).toBe("answered");
  });

  it("have the list of tools asked for again where the server wants others by now", async () => {
    answer = { error: { code: -32020, message: "Header mismatch" } };
    asked.length = 0;
    const { end } = await up.call("t", { Text: "x" }, { definition });
    expect(end).toMatchObject({ kind: "failed", reason: expect.stringContaining("-32020") as string });
    clock.pass(5_000);
    await until(() => asked.some(({ body }) => body["method"] === "tools/list"));
  });
});
