import { PassThrough } from "node:stream";
import { fetch } from "undici";
import type { Response } from "undici";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { defineTool } from "../../src/library/define-tool.ts";
import type { JsonObject } from "../../src/model/json.ts";
import { createHttpServer } from "../../src/server/http/create-http-server.ts";
import type { HttpServer } from "../../src/server/http/create-http-server.ts";
import { serveMcpLines } from "../../src/server/mcp/stdio.ts";
import { createTestWorkspace, until } from "../support/workspace.ts";
import type { TestGateway, TestWorkspace } from "../support/workspace.ts";

let workspace: TestWorkspace;
let gateway: TestGateway;
let server: HttpServer;
let ran = 0;

beforeAll(async () => {
  workspace = createTestWorkspace({ config: '[permissions]\nmode = "autonomous"\nask = ["asks"]\n' });
  const handler = (): string => `ran ${(ran += 1)}`;
  const tools = ["free", "asks"].map((name) =>
    defineTool({ name, description: "d", effect: "read", inputSchema: { type: "object" }, handler }),
  );
  gateway = await workspace.open({ tools });
  server = await createHttpServer(gateway.runtime, { port: 0 });
});
afterAll(async () => {
  await server.close();
  await workspace.remove();
});

const CAPABILITIES = { extensions: { "io.modelcontextprotocol/tasks": {} } };

function toMessage(method: string, params: JsonObject, meta: JsonObject = {}): JsonObject {
  const own = {
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    "io.modelcontextprotocol/clientInfo": { name: "client", version: "1" },
    "io.modelcontextprotocol/clientCapabilities": CAPABILITIES,
  };
  return { jsonrpc: "2.0", id: 1, method, params: { ...params, _meta: { ...own, ...meta } } };
}

interface Credential {
  readonly token: string;
  readonly stored: { readonly id: string };
}

async function makeToken(agent: string): Promise<Credential> {
  const { control } = gateway.runtime;
  return control.createToken({ principal: "p", agent, roles: ["agent"], expiresAt: null }, await control.owner());
}

async function post({ token }: Credential, message: JsonObject, text = JSON.stringify(message)): Promise<Response> {
  const { method, params } = message as { readonly method: string; readonly params: { readonly name?: string } };
  const name = params.name === undefined ? {} : { "mcp-name": params.name };
  const headers = {
    authorization: `Bearer ${token}`,
    accept: "application/json, text/event-stream",
    "content-type": "application/json",
    "mcp-protocol-version": "2026-07-28",
    "mcp-method": method,
    ...name,
  };
  return fetch(server.url, { method: "POST", headers, body: text });
}

const LISTEN = { notifications: { taskIds: ["none"], resourceSubscriptions: ["a:b"] } };
const UNREADABLE = toMessage("subscriptions/listen", LISTEN, { "toolgate/hints": 7 });
const REFUSED = { id: 1, error: { code: -32602, message: expect.stringContaining("hints") as string } };

describe("a client that listens, and says of itself what cannot be read", () => {
  it("is told so, and takes no place from anybody", async () => {
    const by = await makeToken("listener");
    for (let turn = 0; turn < 30; turn += 1) {
      const answer = await post(by, UNREADABLE);
      expect(await answer.json()).toMatchObject(REFUSED);
    }
    const good = await post(by, toMessage("subscriptions/listen", LISTEN));
    expect(good.headers.get("content-type")).toContain("text/event-stream");
    await good.body?.cancel();
  });

  it("is told so over lines, too", async () => {
    const [input, output] = [new PassThrough(), new PassThrough()];
    let said = "";
    output.setEncoding("utf8").on("data", (text: string) => (said += text));
    const connection = await serveMcpLines(gateway.runtime, { agent: "liner", input, output });
    input.write(`${JSON.stringify(UNREADABLE)}\n`);
    await until(() => said.includes("\n"), "an answer");
    expect(JSON.parse(said)).toMatchObject(REFUSED);
    await connection.close();
  });
});

it("records calls whose arguments nest too deeply for anybody to write down", async () => {
  const by = await makeToken("digger");
  const message = toMessage("tools/call", { name: "free", arguments: { a: "DEEP" } });
  const text = JSON.stringify(message).replace('"DEEP"', "[".repeat(200_000) + "]".repeat(200_000));
  const answer = (await (await post(by, message, text)).json()) as { readonly result?: JsonObject };
  expect(answer.result).toMatchObject({ isError: true, _meta: { "toolgate/outcome": { code: "MALFORMED_CALL" } } });
  expect(ran).toBe(0);
});

it("runs nothing for a credential that was revoked while its call waited for a person", async () => {
  const by = await makeToken("leaver");
  const { control } = gateway.runtime;
  const task = (await (await post(by, toMessage("tools/call", { name: "asks", arguments: {} }))).json()) as JsonObject;
  expect(task).toMatchObject({ result: { resultType: "task" } });
  const [asked] = await control.approvals.listPending();
  if (asked === undefined) throw new Error("nothing was asked");
  await control.revokeToken(by.stored.id, await control.owner());
  await control.answer(asked.id, "approve", await control.owner(), null);
  const ended = await until(async () => {
    const [record] = await control.audit.query({ callId: asked.callId, limit: 1 });
    return record;
  }, "the end of the call");
  expect(ended).toMatchObject({ kind: "refused", code: "CREDENTIAL_REVOKED" });
  expect(ran).toBe(0);
});
