import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createHttpServer } from "../../../src/server/http/create-http-server.ts";
import type { HttpServer } from "../../../src/server/http/create-http-server.ts";
import { defineTool } from "../../../src/index.ts";
import { createTestWorkspace } from "../../support/workspace.ts";
import type { TestGateway, TestWorkspace } from "../../support/workspace.ts";

let workspace: TestWorkspace;
let gateway: TestGateway;
let server: HttpServer;
const clients: Client[] = [];

const says = (name: string): ReturnType<typeof defineTool> =>
  defineTool({ name, description: "Says who it is", effect: "read", params: {}, handler: () => name });

beforeAll(async () => {
  const config =
    '[permissions]\ndeny = ["a.denied"]\n[server.mcp]\ncore = ["a.b", "a_b_c", "plain"]\ndisclosure = "search"\n';
  workspace = createTestWorkspace({ config });
  const tools = ["a.b", "a.denied", "a_b_c", "plain", `long.${"x".repeat(59)}`].map(says);
  gateway = await workspace.open({ tools });
  server = await createHttpServer(gateway.runtime, { port: 0 });
});

afterAll(async () => {
  for (const client of clients) await client.close();
  await server.close();
  await workspace.remove();
});

async function connect(name: string, era: "legacy" | "modern"): Promise<Client> {
  const by = await gateway.runtime.control.owner();
  const who = { principal: "p", agent: "a", roles: ["agent"] as const, expiresAt: null };
  const { token } = await gateway.runtime.control.createToken(who, by);
  const mode = era === "modern" ? { pin: "2026-07-28" as const } : ("legacy" as const);
  const client = new Client({ name, version: "1" }, { versionNegotiation: { mode } });
  const requestInit = { headers: { authorization: `Bearer ${token}` } };
  await client.connect(new StreamableHTTPClientTransport(new URL(server.url), { requestInit }));
  clients.push(client);
  return client;
}

const listed = async (client: Client): Promise<readonly string[]> =>
  (await client.listTools()).tools.map(({ name }) => name).filter((name) => name.startsWith("a"));

async function call(client: Client, name: string, args: Record<string, unknown> = {}): Promise<string> {
  const { content } = await client.callTool({ name, arguments: args });
  return JSON.stringify(content);
}

describe.each(["legacy", "modern"] as const)("what tools are called, %s", (era) => {
  it("is their own name for a client of which nothing is known", async () => {
    const client = await connect("somebody", era);
    expect(await listed(client)).toEqual(["a.b", "a_b_c"]);
    expect(await call(client, "a_b")).toContain("UNKNOWN_TOOL");
  });

  it("is a name that the client takes, and both names are the same tool", async () => {
    const client = await connect("Claude-AI", era);
    expect(await listed(client)).toEqual(["a_b", "a_b_c"]);
    for (const name of ["a_b", "a.b"]) {
      expect(await call(client, name)).toContain("a.b");
      expect(await call(client, "call_tool", { name, arguments: {} })).toContain("a.b");
    }
    expect(await call(client, "a_b_c")).toContain("a_b_c");
    const records = await gateway.runtime.control.audit.query({ tool: "a.b", kind: "outcome" });
    expect(records.length).toBeGreaterThanOrEqual(4);
    expect(await gateway.runtime.control.audit.query({ tool: "a_b", kind: "outcome" })).toEqual([]);
  });

  it("is told by those names when tools are searched for", async () => {
    const client = await connect("cursor-vscode", era);
    const found = await call(client, "search_tools", { query: "says who it is long" });
    const [, long] = /\\"name\\":\\"(long_x+_[0-9a-f]{8})\\"/.exec(found) ?? [];
    expect(long).toHaveLength(50);
    expect(await call(client, long ?? "")).toContain("long.x");
  });

  it("is no way to a tool that one may not see", async () => {
    const client = await connect("claude-ai", era);
    expect(await call(client, "a_denied")).toContain("UNKNOWN_TOOL");
  });
});
