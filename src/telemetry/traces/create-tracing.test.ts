import { ExportResultCode } from "@opentelemetry/core";
import type { ReadableSpan, SpanExporter } from "@opentelemetry/sdk-trace-base";
import { describe, expect, it } from "vitest";
import type { CallReport } from "../../call/observe/call-observer.ts";
import { createTracing } from "./create-tracing.ts";

const REPORT: CallReport = {
  callId: "c",
  parentCallId: null,
  entry: "mcp-http",
  tool: "t",
  group: null,
  effect: "read",
  layer: "user",
  server: "upstream",
  decision: { effect: "allow", code: "ALLOWED_BY_RULE" },
  status: "success",
  code: null,
  startMs: 1_000,
  durationMs: 5,
  steps: [],
};

function createSink(answers: boolean): SpanExporter & { readonly spans: ReadableSpan[] } {
  const spans: ReadableSpan[] = [];
  return {
    spans,
    export: (some, done) => {
      spans.push(...some);
      if (answers) done({ code: ExportResultCode.SUCCESS });
    },
    shutdown: () => Promise.resolve(),
  };
}

describe("spans that wait", () => {
  it("are as many as the limit while an export does not end; the others are dropped and no call waits", async () => {
    const sink = createSink(false);
    const tracing = createTracing({ sample: 1, serviceName: "s", version: "1", exporter: sink, maxQueued: 10 });
    for (let call = 0; call < 1000; call++) tracing.observer.begin({ entry: "cli", trace: null }).end(REPORT);
    await tracing.close(1);
    // One batch was under way, one queue was full.
    expect(sink.spans.length).toBeLessThanOrEqual(20);
  });
});

describe("spans for which there is no room", () => {
  it("are told with their number after an export, not one by one", async () => {
    const sink = createSink(true);
    const told: number[] = [];
    const onDropped = (spans: number): void => void told.push(spans);
    const tracing = createTracing({
      sample: 1,
      serviceName: "s",
      version: "1",
      exporter: sink,
      maxQueued: 10,
      onDropped,
    });
    for (let call = 0; call < 50; call++) tracing.observer.begin({ entry: "cli", trace: null }).end(REPORT);
    await tracing.close(1000);
    const dropped = told.reduce((sum, spans) => sum + spans, 0);
    expect(dropped).toBeGreaterThan(0);
    expect(dropped + sink.spans.length).toBe(50);
    expect(told.filter((spans) => spans > 0).length).toBeLessThanOrEqual(2);
  });
});

describe("a call over MCP", () => {
  it("is a span of a server, with what the conventions want", async () => {
    const sink = createSink(true);
    const tracing = createTracing({ sample: 1, serviceName: "s", version: "1", exporter: sink });
    const observed = tracing.observer.begin({ entry: "mcp-http", trace: null });
    observed.end(REPORT);
    await tracing.close(1000);
    const [span] = sink.spans;
    expect(span).toMatchObject({ name: "execute_tool t", kind: 1 });
    expect(span?.attributes).toMatchObject({
      "mcp.method.name": "tools/call",
      "network.transport": "tcp",
      "gen_ai.tool.name": "t",
      "toolgate.tool.server": "upstream",
    });
    const { traceId, spanId } = span?.spanContext() ?? {};
    expect(observed.trace).toEqual({ traceparent: `00-${traceId}-${spanId}-01`, tracestate: null, baggage: null });
  });
});
