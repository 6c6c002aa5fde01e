import { Registry } from "prom-client";
import type { CallReport } from "../../call/observe/call-observer.ts";
import { addProcessMetrics } from "./add-process-metrics.ts";
import { addStateMetrics } from "./add-state-metrics.ts";
import { createCallMetrics } from "./create-call-metrics.ts";
import type { MetricsState } from "./metrics-state.ts";

export interface MetricsOptions {
  readonly version: string;
  readonly maxTools: number;
  readonly state: MetricsState;
}

export interface Metrics {
  readonly count: (report: CallReport) => void;
  /** The numbers of this moment, in the text format of Prometheus. */
  readonly render: () => Promise<{ readonly contentType: string; readonly text: string }>;
}

/** In a registry of its own: what an embedding program counts stays apart. */
export function createMetrics({ version, maxTools, state }: MetricsOptions): Metrics {
  const registry = new Registry();
  const count = createCallMetrics({ registry, maxTools });
  addStateMetrics(registry, state);
  addProcessMetrics(registry, version);
  return {
    count,
    render: async () => ({ contentType: registry.contentType, text: await registry.metrics() }),
  };
}
