import { Client as V1Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport as V1Transport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { connect, type Era, type Served, serve, TOKEN, until } from "./http-fixture.ts";

let served: Served;
beforeEach(async () => {
  served = await serve();
});
afterEach(() => served.server.close());

describe.each<Era>(["legacy", "modern"])("the official client over HTTP, %s revision", (era) => {
  it("lists the tools in a fixed order with schemas and hints", async () => {
    const client = await connect(served.url, era);
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual([...tools.map(({ name }) => name)].sort());
    expect(tools.find(({ name }) => name === "echo")?.annotations?.readOnlyHint).toBe(true);
    expect(tools.find(({ name }) => name === "fails")?.annotations?.destructiveHint).toBe(true);
    expect(tools.find(({ name }) => name === "sized")?.outputSchema).toMatchObject({ type: "object" });
    expect(tools.find(({ name }) => name === "echo")?.inputSchema).toMatchObject({ type: "object" });
    await client.close();
  });

  it("gets text, structured content and the outcome of a call", async () => {
    const client = await connect(served.url, era);
    await client.listTools();
    const result = await client.callTool({ name: "sized", arguments: { text: "é" } });
    expect(result.isError).toBeUndefined();
    expect(result.content).toEqual([{ type: "text", text: "measured" }]);
    expect(result.structuredContent).toEqual({ bytes: 12 });
    expect(result._meta?.["toolgate/outcome"]).toMatchObject({ status: "success", code: null, step: null });
    await client.close();
  });

  it.each([
    { name: "fails", status: "failed", code: "EXIT_NONZERO", step: null, text: "process exited with status 3" },
    { name: "denied", status: "refused", code: "DENIED", step: "authorise", text: "ask the operator" },
    { name: "nowhere", status: "refused", code: "UNKNOWN_TOOL", step: "authorise", text: "list the tools" },
  ])("gets `$status` of $name as a result that says why", async ({ name, status, code, step, text }) => {
    const client = await connect(served.url, era);
    const result = await client.callTool({ name, arguments: {} });
    expect(result.isError).toBe(true);
    expect(JSON.stringify(result.content)).toContain(code);
    expect(JSON.stringify(result.content)).toContain(text);
    expect(result._meta?.["toolgate/outcome"]).toMatchObject({ status, code, step });
    await client.close();
  });

  it("hears of progress in growing numbers, in order", async () => {
    const client = await connect(served.url, era);
    const heard: { progress: number; message?: string | undefined }[] = [];
    await client.callTool({ name: "stream", arguments: {} }, { onprogress: (progress) => heard.push(progress) });
    expect(heard.map(({ progress }) => progress)).toEqual(heard.map((_, index) => index + 1));
    const text = heard.map(({ message }) => message).join("");
    const whole = `Call call-1 started.\n${[1, 2, 3, 4, 5].map((line) => `line ${line}\n`).join("")}`;
    // The client drops a notification that it reads together with the result.
    expect(whole.startsWith(text)).toBe(true);
    expect(text).toContain("line 2\n");
    await client.close();
  });

  it("cancels: the call's signal is aborted", async () => {
    const client = await connect(served.url, era);
    const cancel = new AbortController();
    const call = client.callTool({ name: "held", arguments: {} }, { signal: cancel.signal });
    call.catch(() => undefined);
    await until(() => served.runtime.calls.length === 1);
    cancel.abort("enough");
    await expect(call).rejects.toThrow();
    await until(() => served.runtime.aborted.includes("held"));
    await client.close();
  });

  it("goes away: a call held for approval is aborted", async () => {
    const client = await connect(served.url, era);
    const call = client.callTool({ name: "held", arguments: {} }, { onprogress: () => undefined });
    call.catch(() => undefined);
    await until(() => served.runtime.calls.length === 1);
    await client.close();
    await until(() => served.runtime.aborted.includes("held"));
  });

  it("is told when the tools change", async () => {
    let names: string[] = [];
    const onChanged = (_error: Error | null, tools: { name: string }[] | null): void => {
      names = tools?.map(({ name }) => name) ?? [];
    };
    const client = await connect(served.url, era, { listChanged: { tools: { onChanged } } });
    // The stream for notifications opens on its own time.
    await new Promise((resolve) => setTimeout(resolve, 300));
    await client.callTool({ name: "grow", arguments: {} });
    await until(() => names.includes("grown"));
    await client.close();
  });
});

describe("identity and sessions", () => {
  it("gives each legacy client a session of its own and takes it away with DELETE", async () => {
    const [one, two] = await Promise.all([connect(served.url, "legacy"), connect(served.url, "legacy")]);
    const results = await Promise.all([one, two].map((client) => client.callTool({ name: "echo", arguments: {} })));
    const sessions = new Set(served.runtime.calls.map(({ session }) => session));
    expect(sessions.size).toBe(2);
    expect(served.runtime.openSessions).toEqual(sessions);
    expect(JSON.stringify(results[0]?.content)).toContain("mcp-http");
    await (one.transport as unknown as { terminateSession(): Promise<void> }).terminateSession();
    await until(() => served.runtime.openSessions.size === 1);
    await one.close();
    await two.close();
  });

  it("leaves modern calls to the implicit session", async () => {
    const client = await connect(served.url, "modern");
    await client.callTool({ name: "echo", arguments: {} });
    expect(served.runtime.calls[0]?.session).toBeUndefined();
    expect(served.runtime.openSessions.size).toBe(0);
    await client.close();
  });

  it("lists what the credential may see", async () => {
    const owner = served.runtime.tokens.get(TOKEN)!;
    served.runtime.tokens.set("tg_blind", { ...owner, credential: "cred-blind", agent: "blind" });
    const client = await connect(served.url, "modern", {}, "tg_blind");
    expect((await client.listTools()).tools).toEqual([]);
    await client.close();
  });

  it("looks the caller up at every request of a session", async () => {
    const client = await connect(served.url, "legacy");
    served.runtime.tokens.delete(TOKEN);
    await expect(client.callTool({ name: "noop", arguments: {} })).rejects.toThrow();
    expect(served.runtime.calls).toEqual([]);
    await client.close();
  });
});

describe("the 1.x SDK client", () => {
  it("connects, lists, calls and hears of progress", async () => {
    const client = new V1Client({ name: "v1", version: "1" });
    const requestInit = { headers: { authorization: `Bearer ${TOKEN}` } };
    await client.connect(new V1Transport(served.url, { requestInit }));
    const { tools } = await client.listTools();
    expect(tools.length).toBeGreaterThan(5);
    const messages: unknown[] = [];
    const result = await client.callTool({ name: "stream", arguments: {} }, undefined, {
      onprogress: ({ message }) => messages.push(message),
    });
    expect(result.content).toEqual([{ type: "text", text: "streamed" }]);
    expect(messages.join("")).toContain("line 2");
    await client.close();
  });
});
