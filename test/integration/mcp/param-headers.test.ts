import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { toCaller } from "../../fixtures/runtime/memory-runtime.ts";
import { toTool } from "../../fixtures/runtime/sample-tools.ts";
import { send, serve, toCallBody, type Answer, type Served } from "./http-fixture.ts";

let served: Served;
const REGION = { type: "string", "x-mcp-header": "Region" };
const NAME = "mcp_docs__find";

beforeEach(async () => {
  served = await serve();
  served.runtime.addTool(
    toTool(NAME, { input: { kind: "schema", schema: { type: "object", properties: { region: REGION } } } }),
    (raw, outcome) => outcome.success(JSON.stringify(raw.args)),
  );
  served.runtime.tokens.set("tg_blind", toCaller("cred-blind", { agent: "blind" }));
});
afterEach(() => served.server.close());

const META = {
  "io.modelcontextprotocol/protocolVersion": "2026-07-28",
  "io.modelcontextprotocol/clientCapabilities": {},
};

function call(args: object, headers: Readonly<Record<string, string>>, name = NAME): Promise<Answer> {
  const own = { "mcp-protocol-version": "2026-07-28", "mcp-method": "tools/call", "mcp-name": name };
  return send(served.url, { body: toCallBody(name, args, META), headers: { ...own, ...headers } });
}

describe("headers that repeat arguments", () => {
  it.each([
    [{ region: "eu" }, { "mcp-param-region": "eu" }],
    [{ region: "eu" }, { "MCP-PARAM-REGION": "=?base64?ZXU=?=" }],
    [{ region: "eu" }, { "mcp-param-region": "eu", "mcp-param-other": "whatever" }],
    [{}, {}],
  ])("let a call pass that they agree with: %j, %j", async (args, headers) => {
    expect((await call(args, headers)).status).toBe(200);
    expect(served.runtime.calls).toMatchObject([{ tool: NAME, args }]);
  });

  it.each([
    [{ region: "eu" }, {}],
    [{ region: "eu" }, { "mcp-param-region": "us" }],
    [{ region: "eu" }, { "mcp-param-region": "=?base64?ZXU?=" }],
    [{}, { "mcp-param-region": "us" }],
  ])("refuse one that they disagree with: %j, %j", async (args, headers) => {
    const { status, text } = await call(args, headers);
    expect(status).toBe(400);
    expect(JSON.parse(text)).toMatchObject({ id: 1, error: { code: -32020, data: { mismatch: {} } } });
    expect(served.runtime.calls).toEqual([]);
  });

  it("are nothing to a tool that has none, nor to an earlier revision", async () => {
    expect((await call({}, { "mcp-param-region": "us" }, "noop")).status).toBe(200);
    const body = toCallBody(NAME, { region: "eu" });
    expect((await send(served.url, { body, headers: { "mcp-param-region": "us" } })).status).toBe(200);
  });

  it("tell nothing of a tool to whoever does not see it", async () => {
    const hidden = await call({ region: "eu" }, { authorization: "Bearer tg_blind" });
    expect(hidden.text).not.toContain("-32020");
    expect(hidden.text).not.toContain("region`");
  });
});
