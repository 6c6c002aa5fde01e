import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import { defineTool } from "../../../src/library/define-tool.ts";
import type { RawCall } from "../../../src/model/call.ts";
import type { Outcome } from "../../../src/model/outcome.ts";
import type { TestWorkspace } from "../../support/workspace.ts";
import { createTestWorkspace } from "../../support/workspace.ts";
import { attribute, startCollector } from "./collector.fixture.ts";
import type { Collector, ReceivedSpan } from "./collector.fixture.ts";

const ID = "4bf92f3577b34da6a3ce929d0e0e4736";
const PARENT = "00f067aa0ba902b7";
const CAME = { traceparent: `00-${ID}-${PARENT}-01`, tracestate: "rojo=1", baggage: "user=alice" };
const SECRET = "hunter2hunter2hunter2";

const SAY = [
  'name = "say.it"',
  'description = "Says it"',
  'kind = "command"',
  'binary = "printf"',
  'args_mode = "template"',
  'args = ["%s", "{{text}}"]',
  'group = "talk"',
  "[params.text]",
  'type = "text"',
].join("\n");

const open: { remove?(): Promise<void>; close?(): Promise<void> }[] = [];
afterEach(async () => {
  for (const one of open.splice(0)) await (one.remove?.() ?? one.close?.());
});

async function collect(...parameters: Parameters<typeof startCollector>): Promise<Collector> {
  const collector = await startCollector(...parameters);
  open.push(collector);
  return collector;
}

function workspace(
  telemetry: string,
  allow = '["say.it"]',
  tools: Record<string, string> = { say: SAY },
): TestWorkspace {
  const config = `[permissions]\nheadless = true\nallow = ${allow}\n${telemetry}`;
  const made = createTestWorkspace({ tools, config });
  open.push(made);
  return made;
}

const root = (spans: readonly ReceivedSpan[]): ReceivedSpan | undefined =>
  spans.find(({ name }) => name.startsWith("execute_tool"));

describe("a traced call", () => {
  it("is one span with a child for each step, below the trace that came along", async () => {
    const collector = await collect();
    const gateway = await workspace(`[telemetry]\ntraces = "${collector.url}"\nservice_name = "gate-1"`).open();
    const outcome = await gateway.call("say.it", { text: SECRET }, { trace: CAME });
    await gateway.close();
    const spans = collector.spans();
    const call = root(spans);
    expect(call).toMatchObject({ traceId: ID, parentSpanId: PARENT, name: "execute_tool say.it", kind: 1 });
    expect(call?.status.code).not.toBe(2);
    expect(attribute(call, "gen_ai.operation.name")).toBe("execute_tool");
    expect(attribute(call, "toolgate.call.id")).toBe(outcome.callId);
    expect(attribute(call, "toolgate.tool.group")).toBe("talk");
    expect(attribute(call, "toolgate.call.entry")).toBe("library");
    expect(attribute(call, "toolgate.call.status")).toBe("success");
    expect(attribute(call, "toolgate.decision.effect")).toBe("allow");
    expect(attribute(call, "toolgate.decision.code")).toBe("ALLOWED_BY_RULE");
    const steps = spans.filter((span) => span !== call);
    expect(steps.map(({ name }) => name)).toEqual([
      ..."receive resolve validate gather authorise approve execute shape-output record".split(" "),
    ]);
    for (const step of steps) expect(step).toMatchObject({ traceId: ID, parentSpanId: call?.spanId });
    const times = steps.map((span) => [BigInt(span.startTimeUnixNano), BigInt(span.endTimeUnixNano)] as const);
    for (const [start, end] of times) expect(end).toBeGreaterThanOrEqual(start);
    expect(collector.bodies.join("")).toContain('"gate-1"');
  });

  it("has nothing of arguments, results, refusals' words and identities", async () => {
    const collector = await collect();
    const gateway = await workspace(`[telemetry]\ntraces = "${collector.url}"`).open();
    await gateway.call("say.it", { text: SECRET });
    await gateway.call("say.it", { text: SECRET, [SECRET]: 1 });
    await gateway.call(`no.${SECRET}`, {});
    await gateway.close();
    const sent = collector.bodies.join("");
    expect(sent).not.toContain(SECRET);
    expect(sent).not.toContain(gateway.agent.principal === "" ? "\u0000" : `"${gateway.agent.principal}"`);
    expect(sent).not.toContain(gateway.agent.credential);
    const [, refused, unknown] = collector.spans().filter(({ name }) => name.startsWith("execute_tool"));
    expect(refused?.status.code).toBe(2);
    expect(attribute(refused, "error.type")).toBe("INVALID_ARGUMENTS");
    expect(unknown?.name).toBe("execute_tool");
    expect(attribute(unknown, "gen_ai.tool.name")).toBeUndefined();
  });

  it("ends in the step that refused it", async () => {
    const collector = await collect();
    const gateway = await workspace(`[telemetry]\ntraces = "${collector.url}"`, "[]").open();
    await gateway.call("say.it", { text: "x" });
    await gateway.close();
    const spans = collector.spans();
    expect(attribute(root(spans), "toolgate.decision.code")).toBe("DENIED_HEADLESS");
    const bad = spans.filter((span) => span !== root(spans) && span.status.code === 2);
    expect(bad.map(({ name }) => name)).toEqual(["approve"]);
    expect(spans.map(({ name }) => name)).not.toContain("execute");
  });

  it("is not sent where the trace that came along is not recorded, nor with a share of 0", async () => {
    const collector = await collect();
    const gateway = await workspace(`[telemetry]\ntraces = "${collector.url}"\nsample = 0.0`).open();
    await gateway.call("say.it", { text: "x" });
    await gateway.call("say.it", { text: "x" }, { trace: { traceparent: `00-${ID}-${PARENT}-00` } });
    expect(await gateway.call("say.it", { text: "x" }, { trace: CAME })).toMatchObject({ status: "success" });
    await gateway.close();
    expect(new Set(collector.spans().map(({ traceId }) => traceId))).toEqual(new Set([ID]));
    expect(collector.spans()).toHaveLength(10);
  });
});

describe("headers of the export", () => {
  it("come from a variable, a file and a bound secret", async () => {
    const collector = await collect();
    process.env["TEST_OTLP_KEY"] = "of-variable";
    process.env["TOOLCLAD_SECRET_OTLP"] = "of-secret";
    try {
      const made = workspace(
        `[telemetry]\ntraces = "${collector.url}"\n[telemetry.headers]\nX-Env = { env = "TEST_OTLP_KEY" }\n` +
          `x-file = { file = "key.txt" }\nx-secret = { secret = "otlp" }\n` +
          `[[secrets.bind]]\nsecret = "otlp"\ntools = "toolgate.telemetry"\nhosts = ["127.0.0.1"]`,
      );
      made.write("key.txt", "of-file\n");
      const gateway = await made.open();
      await gateway.call("say.it", { text: "x" });
      await gateway.close();
    } finally {
      delete process.env["TEST_OTLP_KEY"];
      delete process.env["TOOLCLAD_SECRET_OTLP"];
    }
    expect(collector.headers[0]).toMatchObject({
      "content-type": "application/json",
      "x-env": "of-variable",
      "x-file": "of-file",
      "x-secret": "of-secret",
    });
  });

  it("are not sent, and nothing else is, when one of them is not bound", async () => {
    const collector = await collect();
    process.env["TOOLCLAD_SECRET_OTLP"] = "of-secret";
    try {
      const gateway = await workspace(
        `[telemetry]\ntraces = "${collector.url}"\n[telemetry.headers]\nx-secret = { secret = "otlp" }`,
      ).open();
      expect(await gateway.call("say.it", { text: "x" })).toMatchObject({ status: "success" });
      await gateway.close();
    } finally {
      delete process.env["TOOLCLAD_SECRET_OTLP"];
    }
    expect(collector.bodies).toEqual([]);
  });
});

describe("a collector that misbehaves", () => {
  const call = async (url: string): Promise<{ readonly status: string }> => {
    const gateway = await workspace(`[telemetry]\ntraces = "${url}"\nmetrics = true`).open();
    const outcome = await gateway.call("say.it", { text: "x" });
    await gateway.close();
    return outcome;
  };

  it("is down", async () => {
    const gone = await startCollector();
    await gone.close();
    expect(await call(gone.url)).toMatchObject({ status: "success" });
  });

  it("never answers: closing gives up on it", async () => {
    const collector = await collect(() => undefined);
    expect(await call(collector.url)).toMatchObject({ status: "success" });
    expect(collector.bodies).toHaveLength(1);
  });

  it.each([500, 429, 302])("answers with %d, and is asked no second time for the same spans", async (status) => {
    const other = await collect();
    const collector = await collect((response) => {
      response.writeHead(status, { location: other.url });
      response.end();
    });
    expect(await call(collector.url)).toMatchObject({ status: "success" });
    expect(collector.bodies).toHaveLength(1);
    expect(other.bodies).toEqual([]);
  });

  it("floods its answer", async () => {
    const collector = await collect((response) => {
      response.writeHead(200);
      const chunk = Buffer.alloc(1024 * 1024);
      const write = (): void => {
        if (!response.destroyed) response.write(chunk, () => setImmediate(write));
      };
      write();
    });
    expect(await call(collector.url)).toMatchObject({ status: "success" });
  });
});

describe("where a trace goes on", () => {
  const HTTP = (url: string): Record<string, string> => ({
    "get.clad": `[tool]\nname = "get_it"\nversion = "1.0.0"\ndescription = "gets"\nrisk_tier = "low"\n[http]\nmethod = "GET"\nurl = "${url}"\n[output]\nformat = "text"`,
  });

  async function listen(): Promise<{ readonly url: string; readonly seen: NodeJS.Dict<string | string[]>[] }> {
    const seen: NodeJS.Dict<string | string[]>[] = [];
    const server = createServer((request, response) => {
      seen.push(request.headers);
      response.end("ok");
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    open.push({ close: () => new Promise((resolve) => void server.close(() => resolve())) });
    return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, seen };
  }

  const PRIVATE = '[network]\nprivate = ["127.0.0.1"]\n';

  it("a request says nothing of it by default", async () => {
    const { url, seen } = await listen();
    const gateway = await workspace(PRIVATE, '["get_it"]', HTTP(url)).open();
    expect(await gateway.call("get_it", {}, { trace: CAME })).toMatchObject({ status: "success" });
    expect(seen[0]).not.toHaveProperty("traceparent");
    expect(seen[0]).not.toHaveProperty("baggage");
  });

  it("a request to a listed host does, also where nothing is exported", async () => {
    const { url, seen } = await listen();
    const made = workspace(`${PRIVATE}[telemetry]\npropagate_to = ["127.0.0.1"]`, '["get_it"]', HTTP(url));
    const gateway = await made.open();
    await gateway.call("get_it", {}, { trace: CAME });
    await gateway.call("get_it", {}, { trace: { traceparent: "00-nonsense" } });
    expect(seen[0]).toMatchObject(CAME);
    expect(seen[1]).not.toHaveProperty("traceparent");
  });

  it("below the call's own span where it has one", async () => {
    const { url, seen } = await listen();
    const collector = await collect();
    const telemetry = `[telemetry]\ntraces = "${collector.url}"\npropagate_to = ["127.0.0.1"]`;
    const gateway = await workspace(`${PRIVATE}${telemetry}`, '["get_it"]', HTTP(url)).open();
    await gateway.call("get_it", {}, { trace: CAME });
    await gateway.close();
    expect(seen[0]?.["traceparent"]).toBe(`00-${ID}-${root(collector.spans())?.spanId}-01`);
    expect(seen[0]).toMatchObject({ tracestate: "rojo=1", baggage: "user=alice" });
  });

  it("calls that a tool makes are part of its own, and so are their requests", async () => {
    const { url, seen } = await listen();
    const collector = await collect();
    const telemetry = `[telemetry]\ntraces = "${collector.url}"\npropagate_to = ["127.0.0.1"]`;
    const made = workspace(`${PRIVATE}${telemetry}`, '["get_it", "outer", "middle"]', HTTP(url));
    const call = (tool: string, extra: Partial<RawCall>): Promise<Outcome> => gateway.call(tool, {}, extra);
    const outer = defineTool({
      name: "outer",
      description: "calls another, which is told whose part it is",
      handler: async (_, { callId }) => {
        await call("middle", { entry: "nested", parent: { callId, depth: 1 } });
        return null;
      },
    });
    const middle = defineTool({
      name: "middle",
      description: "calls another, and hands on the trace",
      handler: async (_, { trace }) => (await call("get_it", { trace })).status,
    });
    const gateway = await made.open({ tools: [outer, middle] });
    await gateway.call("outer", {}, { trace: CAME });
    await gateway.close();
    const spans = new Map(collector.spans().map((span) => [span.name, span]));
    expect(spans.get("execute_tool outer")).toMatchObject({ traceId: ID, parentSpanId: PARENT });
    const above = (name: string): string | undefined => spans.get(`execute_tool ${name}`)?.parentSpanId;
    expect(above("middle")).toBe(spans.get("execute_tool outer")?.spanId);
    expect(above("get_it")).toBe(spans.get("execute_tool middle")?.spanId);
    expect(seen[0]?.["traceparent"]).toBe(`00-${ID}-${spans.get("execute_tool get_it")?.spanId}-01`);
  });

  it.each([
    ["", ""],
    ["[telemetry]\nprograms = true", `${CAME.traceparent}\n`],
  ])("a program hears of it only where that is configured: %j", async (telemetry, expected) => {
    const text = 'name = "say.it"\ndescription = "x"\nkind = "command"\nbinary = "printenv"\nargs = ["TRACEPARENT"]';
    const tools = { say: text };
    const gateway = await workspace(telemetry, '["say.it"]', tools).open();
    const outcome = await gateway.call("say.it", {}, { trace: CAME });
    expect(outcome.structured).toMatchObject({ stdout: expected });
  });
});

describe("closing", () => {
  it("sends all that waits, and what is on its way already", async () => {
    const collector = await collect();
    const gateway = await workspace(`[telemetry]\ntraces = "${collector.url}"`, "[]").open();
    const calls = Array.from({ length: 150 }, () => gateway.call("no.such.tool", {}));
    await Promise.all(calls);
    await gateway.close();
    expect(collector.spans().filter(({ name }) => name === "execute_tool")).toHaveLength(150);
  });
});
