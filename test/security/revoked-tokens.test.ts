import { once } from "node:events";
import { request } from "node:http";
import type { IncomingMessage } from "node:http";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { CallEvent } from "../../src/model/call.ts";
import type { Caller } from "../../src/model/caller.ts";
import type { HttpServer } from "../../src/server/http/create-http-server.ts";
import { createHttpServer } from "../../src/server/http/create-http-server.ts";
import { INITIALIZE, send } from "../integration/mcp/http-fixture.ts";
import type { TestGateway, TestWorkspace } from "../support/workspace.ts";
import { createTestWorkspace, until } from "../support/workspace.ts";

const TOOL = (name: string): string => `
name = "${name}"
description = "Waits"
kind = "command"
binary = "sleep"
args = ["{{seconds}}"]
[params.seconds]
type = "int"
min = 0
max = 60
`;

let workspace: TestWorkspace;
let gateway: TestGateway;
/** Another process in all but name. */
let other: TestGateway;
let server: HttpServer;

beforeAll(async () => {
  const config = '[permissions]\nallow = ["wait"]\nask = ["asked"]\n';
  workspace = createTestWorkspace({ config, tools: { wait: TOOL("wait"), asked: TOOL("asked") } });
  gateway = await workspace.open();
  other = await workspace.open({ parts: "control" });
  server = await createHttpServer(gateway.runtime, { port: 0 });
});

afterAll(async () => {
  await server.close();
  await workspace.remove();
});

interface Credential {
  readonly caller: Caller;
  readonly headers: { readonly authorization: string };
  readonly revoke: () => Promise<boolean>;
}

async function make(agent: string): Promise<Credential> {
  const { control } = other.runtime;
  const by = await control.owner();
  const { token, stored } = await control.createToken({ principal: "p", agent, roles: ["agent"], expiresAt: null }, by);
  const caller = await gateway.runtime.control.authenticate(token);
  if (caller === null) throw new Error("the token does not count");
  const revoke = (): Promise<boolean> => control.revokeToken(stored.id, by);
  return { caller, headers: { authorization: `Bearer ${token}` }, revoke };
}

const isRunning = async (agent: string): Promise<boolean> =>
  (await gateway.runtime.control.running.list()).some((call) => call.agent === agent);

async function codesOf(callId: string): Promise<unknown[]> {
  return (await gateway.runtime.control.audit.query({ callId })).map(({ kind, code }) => [kind, code]);
}

describe("revoking a token, in whatever process", () => {
  it("ends what runs in its name, says so in the record, and ends nothing else", async () => {
    const [gone, stays] = [await make("gone"), await make("stays")];
    const over = new AbortController();
    const kept = gateway.call("wait", { seconds: 30 }, { caller: stays.caller, signal: over.signal });
    const ending = gateway.call("wait", { seconds: 30 }, { caller: gone.caller });
    await until(() => isRunning("gone"), "the call to run");
    await gone.revoke();
    const outcome = await ending;
    expect(outcome).toMatchObject({ status: "failed", structured: null, error: { code: "CREDENTIAL_REVOKED" } });
    expect(await codesOf(outcome.callId)).toEqual([
      ["intent", expect.any(String)],
      ["outcome", "CREDENTIAL_REVOKED"],
    ]);
    expect(await isRunning("stays")).toBe(true);
    over.abort();
    expect(await kept).toMatchObject({ error: { code: "CANCELLED" } });
  });

  it("ends a call that began with it and came to run after it was revoked", async () => {
    const late = await make("late");
    await late.revoke();
    const outcome = await gateway.call("wait", { seconds: 30 }, { caller: late.caller });
    expect(outcome.error?.code).toBe("CREDENTIAL_REVOKED");
  });

  it("drops the questions of its calls, held and not", async () => {
    const asking = await make("asking");
    const events: CallEvent[] = [];
    const onEvent = (event: CallEvent): void => void events.push(event);
    const ending = gateway.call("asked", { seconds: 1 }, { caller: asking.caller, hold: true, onEvent });
    const left = await gateway.call("asked", { seconds: 2 }, { caller: asking.caller, hold: false });
    expect(left.status).toBe("pending");
    const pending = async () => other.runtime.control.approvals.listPending();
    await until(async () => (await pending()).length === 2, "both questions");
    await asking.revoke();
    const outcome = await ending;
    expect(outcome).toMatchObject({ status: "refused", step: "approve", error: { code: "CREDENTIAL_REVOKED" } });
    expect(await codesOf(outcome.callId)).toEqual([["refused", "CREDENTIAL_REVOKED"]]);
    expect(await pending()).toEqual([]);
  });

  it("closes the sessions and streams of it", async () => {
    const [gone, stays] = [await make("gone"), await make("stays")];
    const url = new URL(server.url);
    const open = async ({ headers }: Credential): Promise<Record<string, string>> => {
      const opened = await send(url, { body: INITIALIZE, headers });
      return { ...headers, "mcp-session-id": String(opened.headers["mcp-session-id"]) };
    };
    const [inGone, inStays] = [await open(gone), await open(stays)];
    const [stream, listening] = await Promise.all([
      follow("GET", { ...inGone, accept: "text/event-stream" }),
      follow("POST", { ...gone.headers, ...LISTEN_HEADERS }, LISTEN),
    ]);
    await gone.revoke();
    expect(await stream.ended).not.toContain("error");
    expect(await listening.ended).toContain("toolsListChanged");
    expect((await send(url, { method: "DELETE", headers: inGone })).status).toBe(401);
    expect((await send(url, { method: "DELETE", headers: inStays })).status).toBe(200);
  });
});

/** Resolves once the stream has begun, with what comes to its end. */
async function follow(
  method: string,
  headers: Record<string, string>,
  body?: string,
): Promise<{ readonly ended: Promise<string> }> {
  const sent = request(server.url, { method, headers });
  sent.end(body);
  const [response] = (await once(sent, "response")) as [IncomingMessage];
  expect(response.statusCode).toBe(200);
  return { ended: text(response) };
}

const LISTEN_HEADERS = {
  accept: "application/json, text/event-stream",
  "content-type": "application/json",
  "mcp-protocol-version": "2026-07-28",
  "mcp-method": "subscriptions/listen",
};
const LISTEN = JSON.stringify({
  jsonrpc: "2.0",
  id: 1,
  method: "subscriptions/listen",
  params: {
    _meta: {
      "io.modelcontextprotocol/protocolVersion": "2026-07-28",
      "io.modelcontextprotocol/clientInfo": { name: "raw", version: "1" },
      "io.modelcontextprotocol/clientCapabilities": {},
    },
    notifications: { toolsListChanged: true },
  },
});
