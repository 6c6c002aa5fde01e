import { PassThrough } from "node:stream";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { serveMcpStdio } from "../../src/server/mcp/stdio.ts";
import type { McpStdio } from "../../src/server/mcp/stdio.ts";
import { createTestWorkspace, until } from "../support/workspace.ts";
import type { TestGateway, TestWorkspace } from "../support/workspace.ts";

const CONFIG = `
[packs]
fs = true
[policy]
profile = "narrow"
deny = ["fs.delete"]
[policy.profiles]
narrow = ["fs.read", "fs.list", "fs.delete"]
[policy.by_provider.wide]
profile = "full"
[policy.groups.ops]
allow = ["fs.list"]
[policy.delegation]
deny = ["fs.list"]
`;

let workspace: TestWorkspace;
let gateway: TestGateway;
let server: McpStdio;
let send: (method: string, params: object) => Promise<Record<string, unknown>>;
beforeEach(async () => {
  workspace = createTestWorkspace({ config: CONFIG });
  gateway = await workspace.open();
  const [input, output] = [new PassThrough(), new PassThrough()];
  server = await serveMcpStdio(gateway.runtime, { agent: "test", input, output });
  let heard = "";
  output.on("data", (chunk: Buffer) => (heard += chunk.toString()));
  let last = 0;
  send = async (method, params) => {
    const id = ++last;
    input.write(`${JSON.stringify({ jsonrpc: "2.0", id, method, params })}\n`);
    const line = await until(() => heard.split("\n").find((text) => text.includes(`"id":${id}`)), method);
    return JSON.parse(line) as Record<string, unknown>;
  };
  const clientInfo = { name: "hostile", version: "1" };
  await send("initialize", { protocolVersion: "2025-06-18", capabilities: {}, clientInfo });
});
afterEach(async () => {
  await server.close();
  await workspace.remove();
});

/** As it stands in the line: `__proto__` is a key like any other there. */
const meta = (hints: string): object => JSON.parse(`{"toolgate/hints":${hints}}`) as object;

describe("what an agent says of itself over MCP", () => {
  it.each([
    ["null"],
    ['"all"'],
    ["[]"],
    ['{"__proto__":{"allow":["*"]}}'],
    ['{"constructor":"x"}'],
    ['{"human_approved":true}'],
    ['{"roles":["admin"]}'],
    ['{"depth":-1}'],
    ['{"depth":1e999}'],
    ['{"leaf":"false"}'],
    ['{"provider":{"name":"wide"}}'],
    ['{"allow":"*"}'],
    ['{"allow":[["fs.read"]]}'],
    [`{"provider":"${"x".repeat(201)}"}`],
    [`{"allow":["${"*a".repeat(90)}"]}`],
    [`{"allow":${JSON.stringify(Array.from({ length: 1_001 }, () => "fs.read"))}}`],
  ])("is refused, and recorded once, where it cannot be read: %s", async (hints) => {
    const _meta = meta(hints);
    expect(await send("tools/list", { _meta })).toMatchObject({ error: { code: -32602 } });
    const params = { name: "fs.read", arguments: { path: "toolgate.toml" }, _meta };
    expect(await send("tools/call", params)).toMatchObject({ result: { isError: true } });
    const records = await gateway.runtime.control.audit.query({});
    expect(records.map(({ kind, code }) => [kind, code])).toEqual([["refused", "MALFORMED_CALL"]]);
  });

  it.each([
    ["{}", ["fs.list", "fs.read"]],
    ['{"provider":"wide"}', ["fs.list", "fs.read"]],
    ['{"allow":["*"]}', ["fs.list", "fs.read"]],
    ['{"allow":["fs.write","fs.delete"]}', []],
    ['{"group":"ops"}', ["fs.list"]],
    ['{"group":"constructor"}', ["fs.list", "fs.read"]],
    ['{"depth":1}', ["fs.read"]],
  ])("narrows what it is shown and may call, and never widens: %s", async (hints, names) => {
    const _meta = meta(hints);
    const { result } = (await send("tools/list", { _meta })) as { result: { tools: readonly { name: string }[] } };
    expect(result.tools.map(({ name }) => name)).toEqual(names);
    for (const name of ["fs.write", "Write", "fs.delete"]) {
      const called = await send("tools/call", { name, arguments: { path: "a.txt", content: "x" }, _meta });
      expect(called).toMatchObject({ result: { isError: true } });
    }
  });
});
