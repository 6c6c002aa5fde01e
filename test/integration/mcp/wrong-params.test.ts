import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { JsonObject } from "../../../src/model/json.ts";
import { send, serve } from "./http-fixture.ts";
import type { Served } from "./http-fixture.ts";

let served: Served;
beforeAll(async () => {
  served = await serve();
});
afterAll(() => served.server.close());

const META = {
  "io.modelcontextprotocol/protocolVersion": "2026-07-28",
  "io.modelcontextprotocol/clientCapabilities": {},
};

async function ask(era: string, method: string, params: string): Promise<JsonObject> {
  const isModern = era === "modern";
  const whole = isModern ? params.replace("{", `{"_meta":${JSON.stringify(META)},`).replace(",}", "}") : params;
  const body = `{"jsonrpc":"2.0","id":1,"method":"${method}","params":${whole}}`;
  const name = /"(?:name|uri)":"([^"]*)"/.exec(params)?.[1] ?? "";
  const modern = { "mcp-protocol-version": "2026-07-28", "mcp-method": method, "mcp-name": name };
  const { text } = await send(served.url, { body, headers: isModern ? modern : {} });
  return (JSON.parse(text) as JsonObject)["error"] as JsonObject;
}

describe.each(["legacy", "modern"])("parameters that a method does not have, %s", (era) => {
  it.each([
    ["tools/call", "{}", "`name`"],
    ["tools/call", '{"name":"echo","arguments":[1]}', "`arguments`"],
    ["tools/list", '{"cursor":5}', "`cursor`"],
    ["resources/read", "{}", "`uri`"],
    ["prompts/get", '{"arguments":{}}', "`name`"],
    ["completion/complete", '{"ref":{"type":"ref/prompt","name":"x"}}', "`argument`"],
  ])("are the client's mistake, said in a line: %s %s", async (method, params, where) => {
    const { code, message } = await ask(era, method, params);
    expect([code, message]).toEqual([-32602, expect.stringMatching(/^Invalid params for [a-z]+\/[a-z]+: [^\n{[]*$/)]);
    expect(message).toContain(`${method}: ${where}: `);
  });

  it("are refused where the library would leave out a member, which alters what was asked", async () => {
    const params = '{"name":"echo","arguments":{"text":"a","__proto__":{"text":"b"}}}';
    const { code, message } = await ask(era, "tools/call", params);
    expect([code, message]).toEqual([-32602, expect.stringContaining("__proto__")]);
    expect(served.runtime.calls).toEqual([]);
  });
});
