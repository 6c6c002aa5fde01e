import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { afterEach, describe, expect, it } from "vitest";
import { connect, serve, TOKEN } from "../mcp/http-fixture.ts";
import type { Era, Served } from "../mcp/http-fixture.ts";

const TRACE = {
  traceparent: "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01",
  tracestate: "rojo=1",
  baggage: "user=alice",
};

let served: Served | undefined;
let client: Client | undefined;
afterEach(async () => {
  await client?.close();
  await served?.server.close();
});

describe.each<Era>(["legacy", "modern"])("a call over MCP, %s", (era) => {
  it("carries what `_meta` says of its trace", async () => {
    served = await serve();
    client = await connect(served.url, era);
    await client.callTool({ name: "echo", arguments: { text: "x" }, _meta: TRACE });
    expect(served.runtime.calls.at(-1)?.trace).toEqual(TRACE);
  });
});

describe("a call over MCP whose `_meta` says nothing", () => {
  it("carries what the HTTP headers say", async () => {
    served = await serve();
    const requestInit = { headers: { authorization: `Bearer ${TOKEN}`, ...TRACE } };
    client = new Client({ name: "t", version: "1" }, { versionNegotiation: { mode: "legacy" } });
    await client.connect(new StreamableHTTPClientTransport(served.url, { requestInit }));
    await client.callTool({ name: "echo", arguments: { text: "x" } });
    expect(served.runtime.calls.at(-1)?.trace).toEqual(TRACE);
  });
});
