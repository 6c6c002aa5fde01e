import { TraceFlags } from "@opentelemetry/api";
import { BatchSpanProcessor } from "@opentelemetry/sdk-trace-base";
import type { SpanExporter, SpanProcessor } from "@opentelemetry/sdk-trace-base";
import type { TracingOptions } from "./create-tracing.ts";

/** Longer than an exporter takes with all its attempts. */
const EXPORT_TIMEOUT_MS = 120_000;
const BATCH = 512;

/** Spans that wait for their export, as many as there is room for. What is dropped beyond that is counted and told. */
export function createSpanQueue({
  exporter,
  maxQueued = 8192,
  intervalMs = 2000,
  onDropped = () => undefined,
}: Pick<TracingOptions, "exporter" | "maxQueued" | "intervalMs" | "onDropped">): SpanProcessor {
  let waiting = 0;
  let dropped = 0;
  const counted: SpanExporter = {
    export: (spans, done) => {
      waiting -= spans.length;
      exporter.export(spans, (result) => {
        done(result);
        onDropped(dropped);
        dropped = 0;
      });
    },
    shutdown: () => exporter.shutdown(),
  };
  const batches = new BatchSpanProcessor(counted, {
    maxQueueSize: maxQueued,
    maxExportBatchSize: Math.min(BATCH, maxQueued),
    scheduledDelayMillis: intervalMs,
    exportTimeoutMillis: EXPORT_TIMEOUT_MS,
  });
  return {
    onStart: (span, context) => batches.onStart(span, context),
    onEnd(span) {
      if ((span.spanContext().traceFlags & TraceFlags.SAMPLED) === 0) return;
      if (waiting >= maxQueued) {
        dropped += 1;
        return;
      }
      waiting += 1;
      batches.onEnd(span);
    },
    forceFlush: () => batches.forceFlush(),
    shutdown: () => batches.shutdown(),
  };
}
