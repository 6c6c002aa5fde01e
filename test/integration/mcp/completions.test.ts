import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { ElicitationCompleteNotificationSchema, ElicitRequestSchema } from "@modelcontextprotocol/sdk/types.js";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createHttpServer } from "../../../src/server/http/create-http-server.ts";
import type { HttpServer } from "../../../src/server/http/create-http-server.ts";
import { createTestWorkspace } from "../../support/workspace.ts";
import type { TestGateway, TestWorkspace } from "../../support/workspace.ts";

const FIXTURE = new URL("../../fixtures/mcp-upstream/asking-legacy-stdio.mjs", import.meta.url).pathname;

/** A person at a client of 2025-11-25, and what their client was told. */
interface Person {
  readonly client: Client;
  /** Names of questions that they were asked. */
  readonly asked: string[];
  /** Names of questions that are done with. */
  readonly done: string[];
}

let workspace: TestWorkspace;
let gateway: TestGateway;
let server: HttpServer;
let one: Person;
let other: Person;

beforeAll(async () => {
  const program = `command = ${JSON.stringify(process.execPath)}\nargs = [${JSON.stringify(FIXTURE)}]`;
  workspace = createTestWorkspace({ config: `[permissions]\nallow = ["*"]\n[mcp.servers.up]\n${program}\n` });
  gateway = await workspace.open();
  server = await createHttpServer(gateway.runtime, { port: 0 });
  await gateway.runtime.upstream.connect("up", AbortSignal.timeout(30_000));
  one = await connect();
  other = await connect();
});

afterAll(async () => {
  for (const { client } of [one, other]) await client.close();
  await server.close();
  await workspace.remove();
});

async function connect(): Promise<Person> {
  const { control } = gateway.runtime;
  const who = { principal: "p", agent: "a", roles: ["agent"] as const, expiresAt: null };
  const { token } = await control.createToken(who, await control.owner());
  const client = new Client({ name: "test", version: "1" }, { capabilities: { elicitation: { url: {} } } });
  const person: Person = { client, asked: [], done: [] };
  client.setRequestHandler(ElicitRequestSchema, ({ params }) => {
    person.asked.push("elicitationId" in params ? params.elicitationId : "");
    return { action: "accept" };
  });
  client.setNotificationHandler(ElicitationCompleteNotificationSchema, ({ params }) => {
    person.done.push(params.elicitationId);
  });
  const requestInit = { headers: { authorization: `Bearer ${token}` } };
  await client.connect(new StreamableHTTPClientTransport(new URL(server.url), { requestInit }));
  return person;
}

describe("a server that says when a person is done with a page", () => {
  it.each(["during", "later"])("has that passed on to the client that was asked, and to no other: %s", async (when) => {
    await one.client.callTool({ name: "mcp_up__open-page", arguments: { when } });
    const id = one.asked.at(-1);
    await expect.poll(() => one.done).toContain(id);
    // The name is the gateway's own: what a server calls its question is no business of a client.
    expect(id).not.toContain("page");
    expect(other.done).toEqual([]);
  });

  it("is not spoken for", async () => {
    const before = [...one.done];
    await one.client.callTool({ name: "mcp_up__open-page", arguments: { when: "never" } });
    expect(one.done).toEqual(before);
  });
});
