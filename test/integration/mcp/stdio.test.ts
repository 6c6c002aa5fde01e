import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { Client as V1Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport as V1Transport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { describe, expect, it } from "vitest";
import { INITIALIZE, toCallBody, until } from "./http-fixture.ts";
import { startRaw, STDIO_SERVER } from "./stdio-fixture.ts";

const COMMAND = { command: process.execPath, args: [STDIO_SERVER], stderr: "ignore" as const };

describe.each(["legacy", "modern"])("the official client over stdio, %s revision", (era) => {
  const versionNegotiation =
    era === "modern" ? ({ mode: { pin: "2026-07-28" } } as const) : ({ mode: "legacy" } as const);

  it("lists, calls, is refused, and always works in the same session", async () => {
    const client = new Client({ name: "test", version: "1" }, { versionNegotiation });
    await client.connect(new StdioClientTransport(COMMAND));
    expect((await client.listTools()).tools.map(({ name }) => name)).toContain("echo");
    const sized = await client.callTool({ name: "sized", arguments: {} });
    expect(sized.structuredContent).toEqual({ bytes: 2 });
    const denied = await client.callTool({ name: "denied", arguments: {} });
    expect(denied.isError).toBe(true);
    expect(denied._meta?.["toolgate/outcome"]).toMatchObject({ code: "DENIED", status: "refused" });
    const echoes = [];
    for (let turn = 0; turn < 2; turn++) echoes.push(await client.callTool({ name: "echo", arguments: {} }));
    expect(echoes[0]?.content).toEqual(echoes[1]?.content);
    expect(JSON.stringify(echoes[0]?.content)).toContain("stdio-agent");
    await client.close();
  });

  it("hears of progress and of new tools", async () => {
    let names: string[] = [];
    const onChanged = (_error: Error | null, tools: { name: string }[] | null): void => {
      names = tools?.map(({ name }) => name) ?? [];
    };
    const client = new Client(
      { name: "test", version: "1" },
      { versionNegotiation, listChanged: { tools: { onChanged } } },
    );
    await client.connect(new StdioClientTransport(COMMAND));
    let text = "";
    await client.callTool(
      { name: "stream", arguments: {} },
      { onprogress: ({ message }) => void (text += message ?? "") },
    );
    // The client drops a notification that it reads together with the result.
    expect(text).toContain("line 1\nline 2\n");
    await client.callTool({ name: "grow", arguments: {} });
    await until(() => names.includes("grown"));
    await client.close();
  });

  it("cancels one call and goes on", async () => {
    const client = new Client({ name: "test", version: "1" }, { versionNegotiation });
    await client.connect(new StdioClientTransport(COMMAND));
    const cancel = new AbortController();
    const onprogress = (): void => cancel.abort("enough");
    await expect(
      client.callTool({ name: "held", arguments: {} }, { signal: cancel.signal, onprogress }),
    ).rejects.toThrow();
    expect((await client.callTool({ name: "noop", arguments: {} })).isError).toBeUndefined();
    await client.close();
  });
});

describe("the 1.x SDK client over stdio", () => {
  it("connects, lists and calls", async () => {
    const client = new V1Client({ name: "v1", version: "1" });
    await client.connect(new V1Transport(COMMAND));
    expect((await client.listTools()).tools.length).toBeGreaterThan(5);
    expect((await client.callTool({ name: "noop", arguments: {} })).content).toEqual([{ type: "text", text: "ok" }]);
    await client.close();
  });
});

describe("bad lines", () => {
  it.each([
    { what: "broken JSON", line: '{"jsonrpc":', code: -32700, id: undefined },
    { what: "bytes that are not UTF-8", line: Buffer.from([0x22, 0xff, 0x22]), code: -32700, id: undefined },
    { what: "a batch", line: '[{"jsonrpc":"2.0","id":1,"method":"ping"}]', code: -32600, id: undefined },
    { what: "a request without a method", line: '{"jsonrpc":"2.0","id":7,"method":1}', code: -32600, id: 7 },
    { what: "another protocol", line: '{"jsonrpc":"1.0","id":"a","method":"ping"}', code: -32600, id: "a" },
    { what: "deep nesting", line: "[".repeat(100_000), code: -32700, id: undefined },
    {
      what: "a line over the limit",
      line: `{"method":"tools/call","params":{"name":"echo","arguments":{"text":"${"x".repeat(12_000_000)}"}},"jsonrpc":"2.0","id":8}`,
      code: -32600,
      id: 8,
    },
  ])("answers $what with an error and goes on", async ({ line, code, id }) => {
    const server = startRaw();
    await server.write(INITIALIZE);
    expect(await server.next()).toMatchObject({ id: 0, result: { protocolVersion: "2025-11-25" } });
    await server.write(line);
    const answer = await server.next();
    expect(answer).toMatchObject({ jsonrpc: "2.0", error: { code } });
    expect(answer["id"]).toBe(id);
    await server.write("");
    await server.write(toCallBody("noop"));
    expect(await server.next()).toMatchObject({ id: 1, result: { content: [{ text: "ok" }] } });
    server.child.stdin.end();
    expect(await server.end).toEqual({ code: 0, aborted: [], openSessions: 0 });
  });

  it("lets the call refuse arguments that still fit in a line", async () => {
    const server = startRaw();
    await server.write(INITIALIZE);
    await server.next();
    await server.write(toCallBody("sized", { text: "x".repeat(10_000_000) }));
    expect(await server.next()).toMatchObject({ id: 1, result: { structuredContent: { bytes: 10_000_011 } } });
    server.child.stdin.end();
    await server.end;
  });
});

describe("the end of the connection", () => {
  it.each([
    { what: "end of input", end: "eof" },
    { what: "SIGTERM", end: "SIGTERM" },
    { what: "SIGINT", end: "SIGINT" },
    { what: "a reader that went away", end: "broken-output" },
  ] as const)("$what cancels what runs, ends the session and the process", async ({ end }) => {
    const server = startRaw();
    await server.write(INITIALIZE);
    await server.next();
    await server.write(toCallBody("held", {}, { progressToken: 1 }));
    expect(await server.next()).toMatchObject({ method: "notifications/progress" });
    if (end === "eof") server.child.stdin.end();
    else if (end === "broken-output") {
      server.child.stdout.destroy();
      await server.write(toCallBody("noop"));
    } else server.child.kill(end);
    expect(await server.end).toEqual({ code: 0, aborted: ["held"], openSessions: 0 });
  });

  it("ends without ever having been used", async () => {
    const server = startRaw();
    server.child.stdin.end();
    expect(await server.end).toEqual({ code: 0, aborted: [], openSessions: 0 });
  });
});
