import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestWorkspace } from "../../support/workspace.ts";
import type { TestGateway, TestWorkspace } from "../../support/workspace.ts";
import { createHttpServer } from "../../../src/server/http/create-http-server.ts";
import type { HttpServer } from "../../../src/server/http/create-http-server.ts";

const FIXTURE = new URL("../../fixtures/conformance/everything-stdio.mjs", import.meta.url).pathname;

let workspace: TestWorkspace;
let gateway: TestGateway;
let server: HttpServer;
const clients: Client[] = [];

beforeAll(async () => {
  const config = `[permissions]
mode = "autonomous"
deny = ["mcp_up.resources_read(test://watched-resource)"]
[mcp.servers.up]
transport = "stdio"
command = ${JSON.stringify(process.execPath)}
args = [${JSON.stringify(FIXTURE)}]
`;
  workspace = createTestWorkspace({ config });
  gateway = await workspace.open();
  server = await createHttpServer(gateway.runtime, { port: 0 });
  await gateway.runtime.upstream.connect("up", AbortSignal.timeout(30_000));
});

afterAll(async () => {
  for (const client of clients) await client.close();
  await server.close();
  await workspace.remove();
});

async function connect(agent: string, era: "legacy" | "modern"): Promise<Client> {
  const by = await gateway.runtime.control.owner();
  const who = { principal: "p", agent, roles: ["agent"] as const, expiresAt: null };
  const { token } = await gateway.runtime.control.createToken(who, by);
  const mode = era === "modern" ? { pin: "2026-07-28" as const } : ("legacy" as const);
  const client = new Client({ name: "test", version: "1" }, { versionNegotiation: { mode } });
  const requestInit = { headers: { authorization: `Bearer ${token}` } };
  await client.connect(new StreamableHTTPClientTransport(new URL(server.url), { requestInit }));
  clients.push(client);
  return client;
}

describe.each(["legacy", "modern"] as const)("what an upstream server offers besides tools, %s", (era) => {
  it("is listed under names that no other server has, and found again by them", async () => {
    const client = await connect("lists", era);
    const { resources } = await client.listResources();
    expect(resources.map(({ uri }) => uri)).toContain("toolgate://mcp/up/test://static-text");
    const { contents } = await client.readResource({ uri: "toolgate://mcp/up/test://static-text" });
    expect(contents).toMatchObject([{ uri: "toolgate://mcp/up/test://static-text", mimeType: "text/plain" }]);
    const templated = await client.readResource({ uri: "toolgate://mcp/up/test://template/7/data" });
    expect(JSON.stringify(templated)).toContain("Data for ID: 7");
    const prompt = await client.getPrompt({ name: "mcp_up__test_simple_prompt" });
    expect(prompt.messages).toMatchObject([{ role: "user", content: { type: "text" } }]);
  });

  it.each(["test://static-text", "toolgate://mcp/other/test://static-text", "toolgate://mcp/up/file:///etc/passwd"])(
    "is not there under another name, and nobody is asked for it: %s",
    async (uri) => {
      const client = await connect("lost", era);
      await expect(client.readResource({ uri })).rejects.toThrow(/not found/i);
      const reads = await gateway.runtime.control.audit.query({ tool: "mcp_up.resources_read", limit: 500 });
      expect(reads.filter(({ caller }) => caller.agent === "lost")).toEqual([]);
    },
  );

  it("is read as a call: by the rules, on the record, and within what the request allows itself", async () => {
    const client = await connect("governed", era);
    const denied = client.readResource({ uri: "toolgate://mcp/up/test://watched-resource" });
    await expect(denied).rejects.toThrow(/DENIED/);
    const _meta = { "toolgate/allow": ["mcp_up__test_simple_text"] };
    await expect(client.readResource({ uri: "toolgate://mcp/up/test://static-text", _meta })).rejects.toThrow(
      /not found/i,
    );
    const { tools } = await client.listTools({ _meta });
    expect(tools.map(({ name }) => name)).toEqual(["mcp_up__test_simple_text"]);
    const refused = await client.callTool({ name: "mcp_up__test_image_content", arguments: {}, _meta });
    expect(refused.isError).toBe(true);
    await client.readResource({ uri: "toolgate://mcp/up/test://static-text" });
    const reads = await gateway.runtime.control.audit.query({ tool: "mcp_up.resources_read", limit: 500 });
    const kinds = reads.filter(({ caller }) => caller.agent === "governed").map(({ kind }) => kind);
    expect(kinds).toEqual(expect.arrayContaining(["refused", "intent", "outcome"]));
  });

  it("leaves records that whoever called can read, and nobody else", async () => {
    const client = await connect("recorded", era);
    const result = await client.callTool({ name: "mcp_up__test_simple_text", arguments: {} });
    const { callId } = (result._meta as { "toolgate/outcome": { callId: string } })["toolgate/outcome"];
    const uri = `toolgate://audit/${callId}`;
    const { contents } = await client.readResource({ uri });
    expect(JSON.stringify(contents)).toContain(callId);
    expect(JSON.stringify(contents)).not.toContain("decision");
    await expect((await connect("stranger", era)).readResource({ uri })).rejects.toThrow(/not found/i);
  });
});
