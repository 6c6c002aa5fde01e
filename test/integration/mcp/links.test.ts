import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createHttpServer } from "../../../src/server/http/create-http-server.ts";
import type { HttpServer } from "../../../src/server/http/create-http-server.ts";
import { createTestWorkspace } from "../../support/workspace.ts";
import type { TestGateway, TestWorkspace } from "../../support/workspace.ts";

const FIXTURE = new URL("../../fixtures/mcp-upstream/linking-stdio.mjs", import.meta.url).pathname;
const declare = (name: string, era: string, more = ""): string =>
  `[mcp.servers.${name}]\ncommand = ${JSON.stringify(process.execPath)}\nargs = [${JSON.stringify(FIXTURE)}, "${era}"]\n${more}`;

let workspace: TestWorkspace;
let gateway: TestGateway;
let server: HttpServer;
const clients: Client[] = [];

beforeAll(async () => {
  const rules = '[permissions]\nallow = ["*"]\ndeny = ["mcp_up.resources_read(test://denied)"]\n';
  const config = `${rules}${declare("up", "legacy")}${declare("plain", "modern", 'prefix = ""\n')}`;
  workspace = createTestWorkspace({ config });
  gateway = await workspace.open();
  server = await createHttpServer(gateway.runtime, { port: 0 });
  const { upstream } = gateway.runtime;
  await Promise.all(["up", "plain"].map((name) => upstream.connect(name, AbortSignal.timeout(30_000))));
});

afterAll(async () => {
  for (const client of clients) await client.close();
  await server.close();
  await workspace.remove();
});

async function connect(agent: string, era: "legacy" | "modern"): Promise<Client> {
  const { control } = gateway.runtime;
  const who = { principal: "p", agent, roles: ["agent"] as const, expiresAt: null };
  const { token } = await control.createToken(who, await control.owner());
  const mode = era === "modern" ? { pin: "2026-07-28" as const } : ("legacy" as const);
  const client = new Client({ name: "test", version: "1" }, { versionNegotiation: { mode } });
  const requestInit = { headers: { authorization: `Bearer ${token}` } };
  await client.connect(new StreamableHTTPClientTransport(new URL(server.url), { requestInit }));
  clients.push(client);
  return client;
}

/** What a tool linked to, as its client sees it. */
async function link(client: Client, tool: string, uri: string): Promise<string> {
  const { content } = await client.callTool({ name: tool, arguments: { uri } });
  const [text, linked, embedded] = content;
  if (text?.type !== "text" || linked?.type !== "resource_link" || embedded?.type !== "resource")
    throw new Error("no link");
  expect(text.text).toBe(`see ${uri}`);
  expect(embedded.resource.uri).toBe(linked.uri);
  return linked.uri;
}

describe.each(["legacy", "modern"] as const)("a link in a result, %s", (era) => {
  it.each([
    ["mcp_up__link", "test://a", "toolgate://mcp/up/test://a"],
    ["mcp_up__link", "test://unlisted", "toolgate://mcp/up/test://unlisted"],
    ["link", "test://b", "test://b"],
  ])("of %s to %s is read through the gateway", async (tool, uri, shown) => {
    const client = await connect("reads", era);
    expect(await link(client, tool, uri)).toBe(shown);
    expect(await client.readResource({ uri: shown })).toMatchObject({ contents: [{ uri: shown, text: "x" }] });
  });

  it("to what no list has is there for whoever got it, and for nobody else", async () => {
    const shown = await link(await connect("got-it", era), "mcp_up__link", "test://whispered");
    await expect((await connect("stranger", era)).readResource({ uri: shown })).rejects.toThrow(/not found/i);
  });

  it("is read as a call, by the rules", async () => {
    const client = await connect("denied", era);
    const shown = await link(client, "mcp_up__link", "test://denied");
    await expect(client.readResource({ uri: shown })).rejects.toThrow(/DENIED/);
  });
});
