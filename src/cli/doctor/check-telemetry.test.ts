import { expect, it } from "vitest";
import type { TelemetryConfig } from "../../config/telemetry/telemetry-config.ts";
import { checkTelemetry } from "./check-telemetry.ts";

type Traces = TelemetryConfig["traces"];

const OFF: Traces = { url: null, headers: [], sample: null, serviceName: null, fromEnvironment: false };
const ON: Traces = { ...OFF, url: "https://collector.example/v1/traces" };
const header = (name: string, env: string): Traces["headers"][number] => ({ name, source: { env } });

it.each<[string, Traces, Readonly<Record<string, string>>, readonly string[], string]>([
  ["off", OFF, {}, [], ""],
  ["on", ON, {}, ["ok"], "https://collector.example/v1/traces"],
  ["a variable that is set", { ...ON, headers: [header("a", "KEY")] }, { KEY: "hunter2" }, ["ok"], "collector"],
  [
    "two that are not",
    { ...ON, headers: [header("a", "A"), header("b", "B")] },
    {},
    ["warn", "warn"],
    "`A` of the header `a`",
  ],
  ["one that nobody needs", { ...OFF, headers: [header("a", "A")] }, {}, [], ""],
  [
    "a file that is not there",
    { ...ON, headers: [{ name: "a", source: { file: "/nowhere/key" } }] },
    {},
    ["warn"],
    "/nowhere/key",
  ],
  ["an environment that says nothing", { ...OFF, fromEnvironment: true }, {}, ["warn"], "OTEL_EXPORTER_OTLP_ENDPOINT"],
  ["one that says stop", { ...OFF, fromEnvironment: true }, { OTEL_SDK_DISABLED: "true" }, ["ok"], "OTEL_SDK_DISABLED"],
  [
    "one that cannot be used",
    { ...OFF, fromEnvironment: true },
    { OTEL_EXPORTER_OTLP_ENDPOINT: "ftp://u:hunter2@x" },
    ["warn"],
    "URL with",
  ],
])("traces: %s", (_what, traces, environment, levels, text) => {
  const findings = checkTelemetry({ config: { telemetry: { traces } } }, environment);
  expect(findings.map(({ level }) => level)).toEqual(levels);
  expect(findings.every(({ level, advice }) => level === "ok" || advice !== null)).toBe(true);
  expect(findings[0]?.message ?? "").toContain(text);
  expect(JSON.stringify(findings)).not.toContain("hunter2");
});
