import type { ConfigData } from "../file/data/config-data.ts";
import type { ConfigLayer } from "../file/config-layer.ts";
import { DEFAULTS } from "../defaults.ts";
import { resolvePlace } from "../places.ts";
import type { TelemetryConfig, TelemetryHeader } from "./telemetry-config.ts";
import type { HeaderSourceData } from "./telemetry-data.ts";

type Layer = Pick<ConfigLayer, "data" | "folder">;

/**
 * The whole table of one file: a person's own, or else a trusted project's. Were the two mixed, a project could have a
 * person's headers sent to a collector of its own.
 */
export function mergeTelemetry(own: Layer | null, granted: Layer | null, home: string): TelemetryConfig {
  const layer = own?.data.telemetry === undefined ? granted : own;
  const said: NonNullable<ConfigData["telemetry"]> = layer?.data.telemetry ?? {};
  const folder = layer?.folder ?? "";
  return {
    traces: {
      url: said.traces ?? null,
      headers: Object.entries(said.headers ?? {}).map(([name, source]) => toHeader(name, source, folder, home)),
      sample: said.sample ?? null,
      serviceName: said.service_name ?? null,
      fromEnvironment: said.environment ?? false,
    },
    propagateTo: said.propagate_to ?? [],
    programs: said.programs ?? false,
    metrics: said.metrics ?? false,
    metricsMaxTools: said.metrics_max_tools ?? DEFAULTS.metricsMaxTools,
  };
}

function toHeader(
  name: string,
  { env, file, secret }: HeaderSourceData,
  folder: string,
  home: string,
): TelemetryHeader {
  const source =
    env !== undefined
      ? { env }
      : file !== undefined
        ? { file: resolvePlace(folder, file, home) }
        : { secret: secret ?? "" };
  return { name: name.toLowerCase(), source };
}
