import fc from "fast-check";
import { request } from "undici";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestWorkspace } from "../../../../test/support/workspace.ts";
import type { TestWorkspace } from "../../../../test/support/workspace.ts";
import { defineTool } from "../../../library/define-tool.ts";
import { createHttpServer } from "../create-http-server.ts";
import type { HttpServer } from "../create-http-server.ts";
import { readPlainCall } from "./read-plain-call.ts";

const HEADERS = {
  accept: "application/json, text/event-stream",
  "content-type": "application/json",
  "mcp-protocol-version": "2025-11-25",
};
const CALL = { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "echo", arguments: { say: "hello" } } };

describe("what is answered without the library", () => {
  it.each<[string, object, unknown]>([
    ["a call", {}, CALL],
    ["with an id that is text", {}, { ...CALL, id: "a" }],
    ["without arguments", {}, { ...CALL, params: { name: "echo" } }],
    [
      "with notes of the client's own",
      {},
      { ...CALL, params: { name: "echo", _meta: { "toolgate/allow": ["echo"] } } },
    ],
    ["of an earlier revision", { "mcp-protocol-version": "2025-03-26" }, CALL],
  ])("%s", (_, headers, body) => {
    expect(readPlainCall({ ...HEADERS, ...headers }, body)).not.toBeNull();
  });

  it.each<[string, object, unknown]>([
    ["a list", {}, { ...CALL, method: "tools/list" }],
    ["a batch", {}, [CALL]],
    ["nothing", {}, null],
    ["a notification", {}, { ...CALL, id: undefined }],
    ["an id that is no number of JSON-RPC", {}, { ...CALL, id: 1.5 }],
    ["an answer", {}, { ...CALL, result: {} }],
    ["a name that is no text", {}, { ...CALL, params: { name: 7 } }],
    ["arguments that are no object", {}, { ...CALL, params: { name: "echo", arguments: [] } }],
    ["arguments that name a prototype", {}, JSON.parse(JSON.stringify(CALL).replace("say", "__proto__"))],
    ["a call that is to become a task", {}, { ...CALL, params: { name: "echo", task: {} } }],
    ["a call whose progress is of interest", {}, { ...CALL, params: { name: "echo", _meta: { progressToken: 1 } } }],
    [
      "a request of the newest revision",
      {},
      { ...CALL, params: { name: "echo", _meta: { "io.modelcontextprotocol/protocolVersion": "2026-07-28" } } },
    ],
    ["a revision that is not known", { "mcp-protocol-version": "1999-01-01" }, CALL],
    ["no revision", { "mcp-protocol-version": undefined }, CALL],
    ["a session", { "mcp-session-id": "s" }, CALL],
    ["headers of the newest revision", { "mcp-method": "tools/call" }, CALL],
    ["a client that takes one form only", { accept: "application/json" }, CALL],
  ])("not %s", (_, headers, body) => {
    expect(readPlainCall({ ...HEADERS, ...headers }, body)).toBeNull();
  });
});

describe("answers", () => {
  let workspace: TestWorkspace;
  let server: HttpServer;
  let token = "";
  let ran = 0;

  beforeAll(async () => {
    const echo = defineTool({
      name: "echo",
      description: "Says it again",
      effect: "read",
      inputSchema: { type: "object", properties: { say: { type: "string" } }, additionalProperties: false },
      handler: ({ say = "nothing" }) => {
        ran += 1;
        return { said: say };
      },
    });
    const fails = defineTool({
      name: "fails",
      description: "Fails",
      handler: () => {
        throw new Error("it does not work");
      },
    });
    workspace = createTestWorkspace({ config: '[permissions]\nmode = "autonomous"\ndeny = ["denied"]\n' });
    const { runtime } = await workspace.open({
      tools: [echo, fails, { ...fails, tool: { ...fails.tool, name: "denied" } }],
    });
    server = await createHttpServer(runtime, { port: 0 });
    const by = await runtime.control.owner();
    const who = { principal: "p", agent: "a", roles: ["agent"] as const, expiresAt: null };
    token = (await runtime.control.createToken(who, by)).token;
  });

  afterAll(async () => {
    await server.close();
    await workspace.remove();
  });

  /** The space more makes it a header that is read by the library. */
  async function ask(body: unknown, accept: string): Promise<unknown> {
    const headers = { ...HEADERS, accept, authorization: `Bearer ${token}` };
    const response = await request(server.url, { method: "POST", headers, body: JSON.stringify(body) });
    const answer = (await response.body.json()) as { result?: { _meta?: Record<string, { callId?: string }> } };
    const outcome = answer.result?._meta?.["toolgate/outcome"];
    if (outcome !== undefined) delete outcome.callId;
    return { status: response.statusCode, type: response.headers["content-type"], answer };
  }

  it("are those of the library", async () => {
    const name = fc.constantFrom("echo", "fails", "denied", "nobody", "");
    const args = fc.option(fc.dictionary(fc.constantFrom("say", "more", "__proto__"), fc.jsonValue()), {
      nil: undefined,
    });
    const meta = fc.option(
      fc.record({ "toolgate/allow": fc.oneof(fc.constant(["echo"]), fc.jsonValue()) }, { requiredKeys: [] }),
      { nil: undefined },
    );
    const id = fc.oneof(fc.string(), fc.maxSafeInteger());
    await fc.assert(
      fc.asyncProperty(name, args, meta, id, async (tool, given, _meta, number) => {
        const body = { ...CALL, id: number, params: { name: tool, arguments: given, _meta } };
        const plain = await ask(body, "application/json, text/event-stream");
        expect(plain).toEqual(await ask(body, "application/json,  text/event-stream"));
      }),
      // One that certainly runs, whatever else is thought up.
      { numRuns: 60, examples: [["echo", { say: "hello" }, undefined, 1]] },
    );
    expect(ran).toBeGreaterThan(0);
  });
});
