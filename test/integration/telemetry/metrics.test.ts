import { afterEach, describe, expect, it } from "vitest";
import type { Role } from "../../../src/model/caller.ts";
import { createHttpServer } from "../../../src/server/http/create-http-server.ts";
import { createMetrics } from "../../../src/telemetry/metrics/create-metrics.ts";
import type { CallReport } from "../../../src/call/observe/call-observer.ts";
import { createTestWorkspace } from "../../support/workspace.ts";
import { send } from "../mcp/http-fixture.ts";
import type { Answer } from "../mcp/http-fixture.ts";
import { parseExposition } from "./exposition.fixture.ts";
import type { Sample } from "./exposition.fixture.ts";

const TOOL = 'name = "say.it"\ndescription = "x"\nkind = "command"\nbinary = "echo"\nargs = ["x"]';
const ASKS = TOOL.replace("say.it", "ask.it");

const open: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const one of open.splice(0).reverse()) await one.close();
});

interface Served {
  readonly call: (tool: string) => Promise<unknown>;
  readonly scrape: (token?: string) => Promise<Answer>;
  readonly url: URL;
  readonly token: (...roles: readonly Role[]) => Promise<string>;
}

async function serve(telemetry: string): Promise<Served> {
  const config = `[permissions]\nallow = ["say.it"]\nask = ["ask.it"]\n${telemetry}`;
  const workspace = createTestWorkspace({ tools: { say: TOOL, ask: ASKS }, config });
  open.push({ close: () => workspace.remove() });
  const gateway = await workspace.open();
  const { runtime } = gateway;
  const server = await createHttpServer(runtime, { port: 0 });
  open.push(server);
  const url = new URL(server.url);
  return {
    call: (tool) => gateway.call(tool, {}, { hold: false }),
    url,
    scrape: (token) => {
      const headers = { authorization: token === undefined ? "" : `Bearer ${token}` };
      return send(url, { method: "GET", path: "/metrics", headers });
    },
    token: async (...roles) => {
      const owner = await runtime.control.owner();
      const made = await runtime.control.createToken({ principal: "p", agent: "a", roles, expiresAt: null }, owner);
      return made.token;
    },
  };
}

function value(samples: readonly Sample[], name: string, labels: Record<string, string> = {}): number | undefined {
  const wanted = Object.entries(labels);
  return samples.find((one) => one.name === name && wanted.every(([key, said]) => one.labels[key] === said))?.value;
}

describe("/metrics", () => {
  it("has the numbers of what happened, in a form that Prometheus takes", async () => {
    const { call, scrape, token } = await serve("[telemetry]\nmetrics = true");
    await call("say.it");
    await call("say.it");
    await call("ask.it");
    await call("no.such.tool");
    const answer = await scrape(await token("metrics"));
    expect(answer.status).toBe(200);
    expect(answer.headers["content-type"]).toBe("text/plain; version=0.0.4; charset=utf-8");
    const samples = parseExposition(answer.text);
    expect(value(samples, "toolgate_calls_total", { tool: "say.it", status: "success", code: "" })).toBe(2);
    expect(value(samples, "toolgate_calls_total", { tool: "ask.it", status: "pending" })).toBe(1);
    expect(value(samples, "toolgate_calls_total", { tool: "unknown", code: "UNKNOWN_TOOL" })).toBe(1);
    expect(value(samples, "toolgate_calls_refused_total", { reason: "UNKNOWN_TOOL" })).toBe(1);
    expect(value(samples, "toolgate_call_duration_seconds_count", { status: "success" })).toBe(2);
    expect(value(samples, "toolgate_step_duration_seconds_count", { step: "execute" })).toBe(2);
    expect(value(samples, "toolgate_step_duration_seconds_count", { step: "record" })).toBe(4);
    expect(value(samples, "toolgate_calls_running")).toBe(0);
    expect(value(samples, "toolgate_approvals_pending")).toBe(1);
    expect(value(samples, "toolgate_sandbox_state", { engine: "bubblewrap" })).toBe(1);
    expect(value(samples, "process_resident_memory_bytes")).toBeGreaterThan(1e6);
  });

  it.each<[readonly Role[] | "none" | "wrong", number]>([
    ["none", 401],
    ["wrong", 401],
    [["agent"], 403],
    [["approver"], 403],
    [["metrics"], 200],
    [["admin"], 200],
  ])("to a token with the roles %j: %d", async (roles, status) => {
    const { scrape, token } = await serve("[telemetry]\nmetrics = true");
    const presented = roles === "none" ? undefined : roles === "wrong" ? "tg_wrong" : await token(...roles);
    const answer = await scrape(presented);
    expect(answer.status).toBe(status);
    expect(answer.text.includes("toolgate_calls_total")).toBe(status === 200);
  });

  it("is not there until somebody configures it", async () => {
    const { scrape, token } = await serve("");
    expect((await scrape(await token("metrics"))).status).toBe(404);
  });

  it("leaves a token with the role `metrics` nothing to call", async () => {
    const { token, url } = await serve("[telemetry]\nmetrics = true");
    const headers = { authorization: `Bearer ${await token("metrics")}` };
    expect((await send(url, { headers, body: "{}" })).status).toBe(403);
  });
});

describe("hostile names", () => {
  const report: CallReport = {
    callId: "c",
    parentCallId: null,
    entry: "library",
    tool: "t",
    group: null,
    effect: "read",
    layer: "user",
    server: null,
    decision: null,
    status: "success",
    code: null,
    startMs: 0,
    durationMs: 1,
    steps: [],
  };
  const state = {
    runningCalls: () => 0,
    pendingApprovals: () => Promise.resolve(0),
    sandbox: () => ({ engine: "bubblewrap", state: "unknown" }) as const,
    upstreams: () => [{ server: 'a"b\\c\nd', state: "ready" }],
    spans: () => ({ exported: 0, lost: 0 }),
  };

  it("of tools are counted together once there are as many as the limit", async () => {
    const { count, render } = createMetrics({ version: "1", maxTools: 3, state });
    for (let index = 0; index < 1000; index++) count({ ...report, tool: `tool.${index}` });
    count({ ...report, tool: "tool.1" });
    const samples = parseExposition((await render()).text).filter(({ name }) => name === "toolgate_calls_total");
    expect(samples.map(({ labels, value: number }) => [labels["tool"], number])).toEqual([
      ["tool.0", 1],
      ["tool.1", 2],
      ["tool.2", 1],
      ["other", 997],
    ]);
  });

  it("of servers end no line", async () => {
    const { render } = createMetrics({ version: "1", maxTools: 3, state });
    const samples = parseExposition((await render()).text);
    expect(value(samples, "toolgate_upstream_state", { server: 'a\\"b\\\\c\\nd' })).toBe(1);
  });
});
