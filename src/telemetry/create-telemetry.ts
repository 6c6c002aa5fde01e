import type { CallObserver, CallReport } from "../call/observe/call-observer.ts";
import type { LogLevel } from "../config/telemetry/telemetry-data.ts";
import type { TelemetryConfig } from "../config/telemetry/telemetry-config.ts";
import type { EgressClient } from "../egress/egress.ts";
import { createCallLog } from "../log/create-call-log.ts";
import type { Metrics } from "./metrics/create-metrics.ts";
import type { MetricsState } from "./metrics/metrics-state.ts";
import { joinObservers } from "./join-observers.ts";
import { openTracing } from "./traces/open-tracing.ts";
import type { OpenTracing } from "./traces/open-tracing.ts";
import type { HeaderParts } from "./traces/to-header-values.ts";

export interface TelemetryOptions extends HeaderParts {
  readonly config: { readonly telemetry: TelemetryConfig; readonly log: { readonly level: LogLevel } };
  readonly version: string;
  readonly egress: EgressClient;
  /** Looked at when somebody asks for the numbers. */
  readonly state: Omit<MetricsState, "spans">;
  /** Told why traces are lost, each kind of reason once until it is over. */
  readonly logLost: (reason: string) => void;
  /** Told of mistakes in here. */
  readonly logFailure: (id: string, cause: unknown) => void;
}

/** What tells people how the gateway is doing. */
export interface Telemetry {
  /** `undefined`: nobody wants to know anything, and calls cost nothing more. */
  readonly observer: CallObserver | undefined;
  /** `null`: nobody wants numbers. */
  readonly metrics: Pick<Metrics, "render"> | null;
  /** Sends what still waits, for two seconds at most. Never rejects. */
  close(): Promise<void>;
}

const FLUSH_MS = 2000;

/** Loads the parts that the configuration asks for, and none of the others. */
export async function createTelemetry(options: TelemetryOptions): Promise<Telemetry> {
  const { config, logFailure } = options;
  const tracing = await openTracing(options);
  const metrics = config.telemetry.metrics ? await loadMetrics(options, tracing) : null;
  const tells: ((report: CallReport) => void)[] = [];
  if (metrics !== null) tells.push(metrics.count);
  if (config.log.level !== "error") tells.push(await createCallLog(config.log.level));
  return {
    observer: joinObservers(tracing?.observer, tells, logFailure),
    metrics,
    close: () => tracing?.close(FLUSH_MS) ?? Promise.resolve(),
  };
}

async function loadMetrics(
  { config, version, state }: TelemetryOptions,
  tracing: OpenTracing | null,
): Promise<Metrics> {
  const { createMetrics } = await import("./metrics/create-metrics.ts");
  const spans = (): ReturnType<MetricsState["spans"]> => tracing?.spans() ?? { exported: 0, lost: 0 };
  return createMetrics({ version, maxTools: config.telemetry.metricsMaxTools, state: { ...state, spans } });
}
