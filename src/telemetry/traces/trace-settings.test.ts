import { describe, expect, it } from "vitest";
import type { TelemetryConfig } from "../../config/telemetry/telemetry-config.ts";
import { resolveTraceSettings } from "./trace-settings.ts";

type Traces = TelemetryConfig["traces"];
type Env = Readonly<Record<string, string>>;

const OFF: Traces = { url: null, headers: [], sample: null, serviceName: null, fromEnvironment: false };
const ENV: Traces = { ...OFF, fromEnvironment: true };
const URL_OF_ENV = { OTEL_EXPORTER_OTLP_ENDPOINT: "https://c.example:4318/" };
const KEY = { name: "x-key", source: { env: "KEY" } };

function resolve(traces: Traces, env: Env): ReturnType<typeof resolveTraceSettings> {
  return resolveTraceSettings({ traces }, env);
}

describe("where traces go", () => {
  it.each<[string, Traces, Env, string | null]>([
    ["nowhere without a word", OFF, {}, null],
    ["nowhere although the environment says so", OFF, URL_OF_ENV, null],
    ["where the environment says", ENV, URL_OF_ENV, "https://c.example:4318/v1/traces"],
    [
      "to the address for traces as it is",
      ENV,
      { ...URL_OF_ENV, OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: "http://t.example/in" },
      "http://t.example/in",
    ],
    ["nowhere where the environment is silent", ENV, {}, null],
    ["nowhere where it says stop", ENV, { ...URL_OF_ENV, OTEL_SDK_DISABLED: "true" }, null],
    [
      "where the configuration says",
      { ...ENV, url: "https://mine.example/v1/traces" },
      URL_OF_ENV,
      "https://mine.example/v1/traces",
    ],
  ])("%s", (_name, traces, env, url) => {
    expect(resolve(traces, env)?.url ?? null).toBe(url);
  });

  it.each<[Env]>([
    [{ OTEL_EXPORTER_OTLP_ENDPOINT: "ftp://c.example" }],
    [{ OTEL_EXPORTER_OTLP_ENDPOINT: "https://user:hunter2@c.example" }],
    [{ OTEL_EXPORTER_OTLP_ENDPOINT: "http://c.example", OTEL_EXPORTER_OTLP_HEADERS: "a=b" }],
    [{ ...URL_OF_ENV, OTEL_EXPORTER_OTLP_PROTOCOL: "grpc" }],
  ])("%j cannot be used, and the message has nothing of it", (env) => {
    expect(() => resolve(ENV, env)).toThrow(/^OTEL_EXPORTER_OTLP_(?:ENDPOINT|PROTOCOL) (?!.*hunter2)/);
  });
});

describe("what goes along", () => {
  const headers = { OTEL_EXPORTER_OTLP_HEADERS: "X-Key=of%20env, b=2,bad,=x" };

  it("is of the environment where the address is", () => {
    expect(resolve(ENV, { ...URL_OF_ENV, ...headers })?.headers).toEqual([
      { name: "x-key", value: "of env" },
      { name: "b", value: "2" },
    ]);
  });

  it("is of the configuration where both say it", () => {
    const settings = resolve({ ...ENV, headers: [KEY] }, { ...URL_OF_ENV, ...headers });
    expect(settings?.headers).toEqual([KEY, { name: "b", value: "2" }]);
  });

  it("is never the environment's for an address of the configuration", () => {
    const settings = resolve({ ...ENV, url: "https://mine.example/v1/traces" }, { ...URL_OF_ENV, ...headers });
    expect(settings?.headers).toEqual([]);
  });
});

describe("name and share", () => {
  it.each<[Traces, Env, string, number]>([
    [ENV, {}, "toolgate", 1],
    [
      ENV,
      { OTEL_SERVICE_NAME: "s", OTEL_TRACES_SAMPLER: "parentbased_traceidratio", OTEL_TRACES_SAMPLER_ARG: "0.2" },
      "s",
      0.2,
    ],
    [ENV, { OTEL_TRACES_SAMPLER: "traceidratio", OTEL_TRACES_SAMPLER_ARG: "7" }, "toolgate", 1],
    [ENV, { OTEL_TRACES_SAMPLER: "always_off" }, "toolgate", 0],
    [
      { ...ENV, sample: 0.5, serviceName: "mine" },
      { OTEL_SERVICE_NAME: "s", OTEL_TRACES_SAMPLER: "always_off" },
      "mine",
      0.5,
    ],
  ])("%j with %j", (traces, env, serviceName, sample) => {
    expect(resolve(traces, { ...URL_OF_ENV, ...env })).toMatchObject({ serviceName, sample });
  });
});
