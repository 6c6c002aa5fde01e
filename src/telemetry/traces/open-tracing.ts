import type { TelemetryConfig } from "../../config/telemetry/telemetry-config.ts";
import type { EgressClient } from "../../egress/egress.ts";
import { toHeaderValues } from "./to-header-values.ts";
import type { HeaderParts } from "./to-header-values.ts";
import type { Tracing } from "./create-tracing.ts";
import { resolveTraceSettings } from "./trace-settings.ts";
import type { TraceSettings } from "./trace-settings.ts";

export interface OpenTracingOptions extends HeaderParts {
  readonly config: { readonly telemetry: Pick<TelemetryConfig, "traces"> };
  readonly version: string;
  readonly egress: EgressClient;
  /** Told why traces are lost, each kind of reason once until it is over. */
  readonly logLost: (reason: string) => void;
}

export interface OpenTracing extends Tracing {
  /** Since the start. */
  readonly spans: () => { readonly exported: number; readonly lost: number };
}

/** Loads what traces calls where somebody wants traces; `null`: nobody does, or the log says why there can be none. */
export async function openTracing(options: OpenTracingOptions): Promise<OpenTracing | null> {
  const settings = readSettings(options);
  if (settings === null) return null;
  const [{ createTracing }, { createOtlpExporter }] = await Promise.all([
    import("./create-tracing.ts"),
    import("./create-otlp-exporter.ts"),
  ]);
  const count = createSpanCount(options.logLost);
  const { url } = settings;
  const headers = (): ReturnType<typeof toHeaderValues> => toHeaderValues(settings, options);
  const exporter = createOtlpExporter({ url, headers, egress: options.egress, onExport: count.add });
  const { sample, serviceName } = settings;
  const { version } = options;
  const tracing = createTracing({ sample, serviceName, version, exporter, onDropped: count.drop });
  return { ...tracing, spans: count.spans };
}

/** A mistake in the environment must not keep a gateway from starting. */
function readSettings({ config, environment, logLost }: OpenTracingOptions): TraceSettings | null {
  try {
    return resolveTraceSettings(config.telemetry, environment);
  } catch (error) {
    logLost(error instanceof Error ? error.message : String(error));
    return null;
  }
}

interface SpanCount {
  readonly add: (spans: number, problem: string | null) => void;
  readonly drop: (spans: number) => void;
  readonly spans: OpenTracing["spans"];
}

/** A collector that is down, and a queue that is full, are said once, and again when that came anew. */
function createSpanCount(logLost: OpenTracingOptions["logLost"]): SpanCount {
  let exported = 0;
  let lost = 0;
  let isBroken = false;
  let isFull = false;
  return {
    add: (spans, problem) => {
      if (problem === null) exported += spans;
      else lost += spans;
      if (problem !== null && !isBroken) logLost(problem);
      isBroken = problem !== null;
    },
    drop: (spans) => {
      lost += spans;
      if (spans > 0 && !isFull) logLost(`${spans} spans were dropped: too many wait already`);
      isFull = spans > 0;
    },
    spans: () => ({ exported, lost }),
  };
}
