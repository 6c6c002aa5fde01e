import { PassThrough } from "node:stream";
import { createInterface } from "node:readline";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createHttpServer } from "../../../src/server/http/create-http-server.ts";
import type { HttpServer } from "../../../src/server/http/create-http-server.ts";
import { serveMcpLines } from "../../../src/server/mcp/stdio.ts";
import { createTestWorkspace } from "../../support/workspace.ts";
import type { TestGateway, TestWorkspace } from "../../support/workspace.ts";
import { until } from "./http-fixture.ts";

const FIXTURE = new URL("../../fixtures/mcp-upstream/watched-stdio.mjs", import.meta.url).pathname;

let workspace: TestWorkspace;
let gateway: TestGateway;
let server: HttpServer;
const clients: Client[] = [];

const toServer = (name: string, era: string): string => `
[mcp.servers.${name}]
transport = "stdio"
command = ${JSON.stringify(process.execPath)}
args = [${JSON.stringify(FIXTURE)}, "${era}"]
`;

beforeAll(async () => {
  const config = `[permissions]
mode = "autonomous"
deny = ["mcp_old.resources_read(test://secret)", "mcp_new.resources_read(test://secret)"]
[policy.agents.blind]
deny = ["mcp_old.*", "mcp_new.*"]
${toServer("old", "legacy")}${toServer("new", "modern")}`;
  workspace = createTestWorkspace({ config });
  gateway = await workspace.open();
  server = await createHttpServer(gateway.runtime, { port: 0 });
  for (const name of ["old", "new"]) await gateway.runtime.upstream.connect(name, AbortSignal.timeout(30_000));
});

afterAll(async () => {
  for (const client of clients) await client.close();
  await server.close();
  await workspace.remove();
});

interface Listener {
  readonly client: Client;
  readonly tokenId: string;
  /** URIs of changes, and names of lists, as they came. */
  readonly heard: string[];
  /** Begins to listen; gives the URIs that the gateway agreed to. */
  readonly listen: (...uris: readonly string[]) => Promise<readonly string[]>;
  readonly stop: () => Promise<void>;
}

type Era = "legacy" | "modern";

async function connect(agent: string, era: Era): Promise<Listener> {
  const by = await gateway.runtime.control.owner();
  const who = { principal: "p", agent, roles: ["agent"] as const, expiresAt: null };
  const { token, stored } = await gateway.runtime.control.createToken(who, by);
  const mode = era === "modern" ? { pin: "2026-07-28" as const } : ("legacy" as const);
  const client = new Client({ name: "test", version: "1" }, { versionNegotiation: { mode } });
  const heard: string[] = [];
  client.setNotificationHandler("notifications/resources/updated", ({ params }) => void heard.push(params.uri));
  client.setNotificationHandler("notifications/resources/list_changed", () => void heard.push("resources"));
  client.setNotificationHandler("notifications/prompts/list_changed", () => void heard.push("prompts"));
  client.setNotificationHandler("notifications/tools/list_changed", () => void heard.push("tools"));
  const requestInit = { headers: { authorization: `Bearer ${token}` } };
  await client.connect(new StreamableHTTPClientTransport(new URL(server.url), { requestInit }));
  clients.push(client);
  const stops: (() => Promise<unknown>)[] = [];
  return {
    client,
    heard,
    tokenId: stored.id,
    async listen(...uris) {
      if (era === "modern") {
        const lists = { toolsListChanged: true, resourcesListChanged: true, promptsListChanged: true };
        const stream = await client.listen({ ...lists, resourceSubscriptions: [...uris] });
        stops.push(() => stream.close());
        return stream.honoredFilter.resourceSubscriptions ?? [];
      }
      // The stream for notifications opens on its own time.
      await new Promise((resolve) => setTimeout(resolve, 50));
      const answers = uris.map((uri) =>
        client
          .subscribeResource({ uri })
          .then(() => [uri])
          .catch(() => []),
      );
      stops.push(...uris.map((uri) => () => client.unsubscribeResource({ uri })));
      return (await Promise.all(answers)).flat();
    },
    async stop() {
      for (const stop of stops) await stop();
    },
  };
}

async function tell(name: string, tool: string, args: object = {}): Promise<readonly string[]> {
  const caller = await gateway.runtime.control.localAgent("operator");
  const outcome = await gateway.runtime.call({ entry: "library", tool: `mcp_${name}__${tool}`, args, caller });
  const [block] = outcome.content;
  return block?.type === "text" && outcome.status === "success" ? (JSON.parse(block.text) as string[]) : [];
}

const asked = (name: string): Promise<readonly string[]> => tell(name, "asked");

const PAIRS = (["legacy", "modern"] as const).flatMap((era) => ["old", "new"].map((name) => ({ era, name })));

describe.each(PAIRS)("a client of the $era revisions that listens to the server $name", ({ era, name }) => {
  const shown = (uri: string): string => `toolgate://mcp/${name}/${uri}`;

  it("hears of what it may read, by the address that it knows, until it stops", async () => {
    const { listen, heard, stop } = await connect("hears", era);
    const uris = [shown("test://a"), shown("test://secret"), shown("test://nothing"), "toolgate://audit/x"];
    expect(await listen(...uris)).toEqual([shown("test://a")]);
    expect(JSON.stringify(await asked(name))).not.toMatch(/secret|nothing/);
    for (const uri of ["test://a", "test://secret", "test://b"]) await tell(name, "touch", { uri });
    // Lists may change as well meanwhile, for the servers have just come.
    const changed = (): string[] => heard.filter((what) => what.includes("://"));
    await until(() => changed().length > 0);
    expect([...new Set(changed())]).toEqual([shown("test://a")]);
    await stop();
    const [record] = await gateway.runtime.control.audit.query({ tool: `mcp_${name}.resources_read`, limit: 1 });
    expect(record?.caller.agent).toBe("hears");
  });

  it("hears no more of what a rule forbids it to read since", async () => {
    const { listen, heard, stop } = await connect("forbidden", era);
    await listen(shown("test://a"), shown("test://b"));
    await tell(name, "touch", { uri: "test://b" });
    await until(() => heard.includes(shown("test://b")));
    const { control } = gateway.runtime;
    const by = await control.owner();
    const text = `mcp_${name}.resources_read(test://b)`;
    const rule = await control.addRule({ effect: "deny", rule: text, layer: "user", reason: null }, by);
    heard.length = 0;
    await tell(name, "touch", { uri: "test://b" });
    await tell(name, "touch", { uri: "test://a" });
    await until(() => heard.includes(shown("test://a")));
    expect(heard).not.toContain(shown("test://b"));
    if (rule.ok) await control.removeRule(rule.id, by);
    await stop();
  });

  it("hears no more once its token is revoked", async () => {
    const [revoked, other] = await Promise.all([connect("revoked", era), connect("other", era)]);
    await Promise.all([revoked.listen(shown("test://b")), other.listen(shown("test://b"))]);
    await gateway.runtime.control.revokeToken(revoked.tokenId, await gateway.runtime.control.owner());
    await tell(name, "touch", { uri: "test://b" });
    await until(() => other.heard.includes(shown("test://b")));
    expect(revoked.heard).not.toContain(shown("test://b"));
    await other.stop();
  });

  it("hears of a flood in words, and when the lists of its servers change", async () => {
    const [one, blind] = await Promise.all([connect("one", era), connect("blind", era)]);
    await Promise.all([one.listen(shown("test://a")), blind.listen(shown("test://a"))]);
    await tell(name, "touch", { uri: "test://a", times: 500 });
    await tell(name, "grow");
    let listed: readonly string[] = [];
    while (!listed.includes(shown("test://grown-3"))) {
      one.heard.splice(0, one.heard.length, ...one.heard.filter((word) => word !== "resources"));
      await until(() => one.heard.includes("resources"));
      listed = (await one.client.listResources()).resources.map(({ uri }) => uri);
    }
    await until(() => one.heard.includes("prompts"));
    expect(one.heard.filter((word) => word === shown("test://a")).length).toBeLessThan(10);
    expect(blind.heard).toEqual([]);
    await Promise.all([one.stop(), blind.stop()]);
  });
});

it("asks a server once for all who listen, again when it has come back, and no more when nobody listens", async () => {
  const uri = "toolgate://mcp/old/test://a";
  const count = async (what: string): Promise<number> => (await asked("old")).filter((one) => one === what).length;
  const before = await count("+test://a");
  const [one, two] = await Promise.all([connect("one", "legacy"), connect("two", "modern")]);
  expect(await Promise.all([one.listen(uri), two.listen(uri)])).toEqual([[uri], [uri]]);
  expect(await count("+test://a")).toBe(before + 1);
  await tell("old", "die");
  gateway.runtime.upstream.retry("old");
  await gateway.runtime.upstream.connect("old", AbortSignal.timeout(30_000));
  // What changed while it was away, nobody said.
  await until(() => one.heard.includes(uri) && two.heard.includes(uri));
  expect(await asked("old")).toEqual(["+test://a"]);
  await one.stop();
  expect(await count("-test://a")).toBe(0);
  await two.stop();
  let isOver = false;
  while (!isOver) isOver = (await count("-test://a")) === 1;
});

it("tells of a grant that is over, when it is", async () => {
  const { control } = gateway.runtime;
  const subject = { kind: "agent", name: "granted" } as const;
  const expiresAt = new Date(Date.now() + 800).toISOString();
  const wanted = {
    server: "old",
    subject,
    toolAllow: ["asked"],
    toolDeny: [],
    enabled: true,
    overrides: {},
    expiresAt,
  };
  const given = await control.access.grant(wanted, await control.owner());
  expect(given.ok).toBe(true);
  const { client, heard, listen } = await connect("granted", "modern");
  await listen();
  const names = async (): Promise<readonly string[]> => (await client.listTools()).tools.map(({ name }) => name);
  expect(await names()).toContain("mcp_old__asked");
  await until(() => heard.includes("tools"));
  expect(await names()).not.toContain("mcp_old__asked");
});

it("tells a client over lines of what its own request to listen was allowed, and stops with it", async () => {
  const [input, output] = [new PassThrough(), new PassThrough()];
  const served = await serveMcpLines(gateway.runtime, { agent: "lines", input, output });
  const lines = createInterface({ input: output })[Symbol.asyncIterator]();
  const next = async (): Promise<unknown> => JSON.parse((await lines.next()).value as string);
  const uris = ["toolgate://mcp/new/test://b", "toolgate://mcp/new/test://secret"];
  const _meta = {
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    "io.modelcontextprotocol/clientInfo": { name: "test", version: "1" },
    "io.modelcontextprotocol/clientCapabilities": {},
  };
  const notifications = { resourceSubscriptions: uris };
  const request = { jsonrpc: "2.0", id: "l", method: "subscriptions/listen", params: { _meta, notifications } };
  input.write(`${JSON.stringify(request)}\n`);
  expect(await next()).toMatchObject({ params: { notifications: { resourceSubscriptions: [uris[0]] } } });
  await tell("new", "touch", { uri: "test://b" });
  expect(await next()).toMatchObject({
    method: "notifications/resources/updated",
    params: { uri: uris[0], _meta: { "io.modelcontextprotocol/subscriptionId": "l" } },
  });
  await served.close();
});
