import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { TestGateway, TestWorkspace } from "../../support/workspace.ts";
import { createTestWorkspace, until } from "../../support/workspace.ts";

const READ = [
  'name = "echo"',
  'description = "Says it"',
  'kind = "command"',
  'binary = "printf"',
  'args = ["x"]',
  'effect = "read"',
];
const SLOW = [
  'name = "slow"',
  'description = "Waits"',
  'kind = "command"',
  'binary = "sleep"',
  'args = ["30"]',
  'effect = "read"',
];
const ASKS = ['name = "asks"', 'description = "Writes"', 'kind = "command"', 'binary = "printf"', 'args = ["x"]'];

const CONFIG = `
[limits]
max_depth = 1
[[limits.rules]]
id = "echoes"
tools = ["echo", "asks"]
per = ["agent"]
rate = "2/m"
[[limits.rules]]
id = "sleepers"
tools = ["slow"]
per = ["tenant"]
concurrent = 1
`;

let workspace: TestWorkspace;
let gateway: TestGateway;
let other: TestGateway;

beforeEach(async () => {
  const tools = { echo: READ.join("\n"), slow: SLOW.join("\n"), asks: ASKS.join("\n") };
  workspace = createTestWorkspace({ tools, config: CONFIG });
  gateway = await workspace.open();
  other = await workspace.open();
});

afterEach(() => workspace.remove());

describe("limits", () => {
  it("are shared by every process, say when to try again, and count no refused call", async () => {
    expect((await gateway.call("echo")).status).toBe("success");
    expect((await other.call("echo")).status).toBe("success");
    const refused = await gateway.call("echo");
    expect(refused).toMatchObject({ status: "refused", error: { code: "RATE_LIMITED" } });
    expect(refused.error?.message).toContain("2/2 calls within 1m of agent:test");
    expect(refused.error?.details["retryAfterMs"]).toBeGreaterThan(50_000);
    const caller = await gateway.runtime.control.localAgent("another");
    expect((await gateway.call("echo", {}, { caller })).status).toBe("success");
  });

  it("are not used up by explaining", async () => {
    const raw = { entry: "library", tool: "echo", args: {}, caller: gateway.agent } as const;
    for (let n = 0; n < 5; n++) expect((await gateway.runtime.explain(raw)).decision?.effect).toBe("allow");
    expect((await gateway.call("echo")).status).toBe("success");
    expect((await gateway.call("echo")).status).toBe("success");
    expect((await gateway.runtime.explain(raw)).decision).toMatchObject({ effect: "deny", code: "DENIED_LIMIT" });
  });

  it("are looked at again when a human has answered", async () => {
    const ending = gateway.call("asks");
    const id = await until(async () => (await gateway.runtime.control.approvals.listPending())[0]?.id, "a question");
    await gateway.call("echo");
    await gateway.call("echo");
    const { control } = gateway.runtime;
    await control.answer(id, "approve", await control.owner(), null);
    expect((await ending).error?.code).toBe("RATE_LIMITED");
  });

  it("on calls at once are freed by their end", async () => {
    const stop = new AbortController();
    const running = gateway.call("slow", {}, { signal: stop.signal });
    await until(async () => (await other.runtime.control.running.list()).length === 1, "the call");
    expect((await other.call("slow")).error?.code).toBe("RATE_LIMITED");
    stop.abort();
    await running;
    const again = new AbortController();
    const next = other.call("slow", {}, { signal: again.signal });
    await until(async () => (await gateway.runtime.control.running.list()).length === 1, "the next call");
    again.abort();
    expect((await next).error?.code).toBe("CANCELLED");
  });

  it("end what is nested too deeply", async () => {
    const deep = await gateway.call("echo", {}, { hints: { depth: 2 } });
    expect(deep.error?.message).toContain("2/1 deep");
    expect((await gateway.call("echo", {}, { hints: { depth: 1 } })).status).toBe("success");
  });
});
