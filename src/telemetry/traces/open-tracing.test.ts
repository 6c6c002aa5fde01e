import { expect, it } from "vitest";
import type { TelemetryConfig } from "../../config/telemetry/telemetry-config.ts";
import { createEgressClient } from "../../egress/client/create-egress-client.ts";
import type { CallReport } from "../../call/observe/call-observer.ts";
import { openTracing } from "./open-tracing.ts";

type Traces = TelemetryConfig["traces"];

const NOWHERE: Traces = { url: null, headers: [], sample: null, serviceName: null, fromEnvironment: false };
const REPORT: CallReport = {
  callId: "c1",
  parentCallId: null,
  tool: "t",
  group: null,
  entry: "cli",
  server: null,
  effect: null,
  layer: null,
  decision: null,
  status: "success",
  code: null,
  startMs: 0,
  durationMs: 1,
  steps: [],
};

/** What the log is told of two calls. */
async function lost(traces: Traces, environment: Readonly<Record<string, string>> = {}): Promise<readonly string[]> {
  const reasons: string[] = [];
  const egress = createEgressClient();
  const tracing = await openTracing({
    config: { telemetry: { traces } },
    version: "1",
    environment,
    openSecrets: () => Promise.resolve({}),
    egress,
    logLost: (reason) => reasons.push(reason),
  });
  for (const callId of ["c1", "c2"]) tracing?.observer.begin({ entry: "cli", trace: null }).end({ ...REPORT, callId });
  await tracing?.close(1000);
  await egress.close();
  return reasons;
}

it("says once which variable of which header is not set, and what to do", async () => {
  const headers = [{ name: "x-key", source: { env: "OTLP_KEY" } }] as const;
  expect(await lost({ ...NOWHERE, url: "http://127.0.0.1:9/v1/traces", headers })).toEqual([
    "the variable `OTLP_KEY` of the header `x-key` is not set: " +
      "set it where Toolgate starts, or take the header out of `[telemetry.headers]`",
  ]);
});

it("says what of the environment cannot be used", async () => {
  const environment = { OTEL_EXPORTER_OTLP_ENDPOINT: "ftp://collector.example" };
  expect(await lost({ ...NOWHERE, fromEnvironment: true }, environment)).toEqual([
    "OTEL_EXPORTER_OTLP_ENDPOINT has to be a URL with http or https, without user name and query",
  ]);
});
