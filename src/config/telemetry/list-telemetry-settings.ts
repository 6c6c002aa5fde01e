import type { ConfigData } from "../file/data/config-data.ts";
import type { TrustedSetting } from "../trust/list-settings.ts";
import type { HeaderSourceData } from "./telemetry-data.ts";

/** What a project says of telemetry that trusting it would make hold. */
export function listTelemetrySettings({ telemetry = {}, log }: ConfigData): readonly TrustedSetting[] {
  const { traces, headers = {}, environment, propagate_to: hosts = [], programs, metrics, ...shape } = telemetry;
  const { sample, service_name: service } = shape;
  const settings: readonly (readonly [string, TrustedSetting["value"] | undefined])[] = [
    ["telemetry.traces", traces],
    ...Object.entries(headers).map(([name, source]) => [`telemetry.headers.${name}`, describe(source)] as const),
    ["telemetry.sample", sample],
    ["telemetry.service_name", service],
    ["telemetry.environment", environment === true ? environment : undefined],
    ["telemetry.propagate_to", hosts.length === 0 ? undefined : hosts.join(", ")],
    ["telemetry.programs", programs === true ? programs : undefined],
    ["telemetry.metrics", metrics === true ? metrics : undefined],
    ["log.level", log?.level],
  ];
  return settings.flatMap(([key, value]) => (value === undefined ? [] : [{ key, value }]));
}

function describe({ env, file, secret }: HeaderSourceData): string {
  if (env !== undefined) return `the variable ${env}`;
  return file === undefined ? `the secret ${secret ?? ""}` : `the file ${file}`;
}
