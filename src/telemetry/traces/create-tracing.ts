import { createTraceState, ROOT_CONTEXT, SpanKind, SpanStatusCode, trace, TraceFlags } from "@opentelemetry/api";
import type { Context, Span, Tracer } from "@opentelemetry/api";
import { resourceFromAttributes } from "@opentelemetry/resources";
import { BasicTracerProvider, ParentBasedSampler, TraceIdRatioBasedSampler } from "@opentelemetry/sdk-trace-base";
import type { SpanExporter } from "@opentelemetry/sdk-trace-base";
import type { CallObserver, CallReport, StepTime } from "../../call/observe/call-observer.ts";
import { isFromMcp } from "../../model/call.ts";
import type { Entry } from "../../model/call.ts";
import type { TraceContext } from "../../model/trace.ts";
import type { OtlpExporter } from "./create-otlp-exporter.ts";
import { createSpanQueue } from "./create-span-queue.ts";
import { toSpanAttributes, toSpanName } from "./span-attributes.ts";
import type { TraceSettings } from "./trace-settings.ts";

export interface TracingOptions extends Pick<TraceSettings, "sample" | "serviceName"> {
  readonly version: string;
  readonly exporter: SpanExporter & Partial<Pick<OtlpExporter, "hurry">>;
  /** Spans that wait; what comes beyond is dropped. @default 8192 */
  readonly maxQueued?: number | undefined;
  /** After each export: how many spans were dropped since the last one, for want of room. @default nobody is told */
  readonly onDropped?: ((spans: number) => void) | undefined;
  /** Between two exports. @default 2000 */
  readonly intervalMs?: number | undefined;
}

export interface Tracing {
  readonly observer: CallObserver;
  /** Sends what waits, for as long as `deadlineMs`, and gives up on the rest. Never rejects. */
  close(deadlineMs: number): Promise<void>;
}

/** One span a call, one below it for each step. Nothing is registered globally, and no variable of the environment counts. */
export function createTracing(options: TracingOptions): Tracing {
  const { sample, serviceName, version, exporter } = options;
  const provider = new BasicTracerProvider({
    resource: resourceFromAttributes({ "service.name": serviceName, "service.version": version }),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(sample) }),
    spanProcessors: [createSpanQueue(options)],
    spanLimits: { attributeCountLimit: 32, attributeValueLengthLimit: 256, eventCountLimit: 0, linkCountLimit: 0 },
  });
  const tracer = provider.getTracer("toolgate", version);
  return {
    observer: { begin: ({ entry, trace: came }) => beginCall(tracer, entry, came) },
    close: async (deadlineMs) => {
      exporter.hurry?.();
      // What is on its way already is not waited for by the provider.
      const flushed = provider
        .forceFlush()
        .catch(() => undefined)
        .then(() => exporter.forceFlush?.());
      await Promise.race([flushed, timeout(deadlineMs)]);
      await exporter.shutdown();
      await provider.shutdown().catch(() => undefined);
    },
  };
}

function beginCall(tracer: Tracer, entry: Entry, came: TraceContext | null): ReturnType<CallObserver["begin"]> {
  const kind = isFromMcp(entry) ? SpanKind.SERVER : SpanKind.INTERNAL;
  const startTime = performance.timeOrigin + performance.now();
  const span = tracer.startSpan("execute_tool", { kind, startTime }, toParent(came));
  return {
    trace: toOwn(span, came),
    end: (report) => {
      if (span.isRecording()) describe(span, report, tracer);
      span.end(report.startMs + report.durationMs);
    },
  };
}

function toParent(came: TraceContext | null): Context {
  if (came === null) return ROOT_CONTEXT;
  const [, traceId = "", spanId = "", flags = "0"] = came.traceparent.split("-");
  const traceFlags = Number.parseInt(flags, 16) & TraceFlags.SAMPLED;
  const traceState = came.tracestate === null ? {} : { traceState: createTraceState(came.tracestate) };
  return trace.setSpanContext(ROOT_CONTEXT, { traceId, spanId, traceFlags, isRemote: true, ...traceState });
}

/** What the call's own requests say: the same trace, below the call's span. */
function toOwn(span: Span, came: TraceContext | null): TraceContext {
  const { traceId, spanId, traceFlags } = span.spanContext();
  const flags = (traceFlags & 0xff).toString(16).padStart(2, "0");
  return {
    traceparent: `00-${traceId}-${spanId}-${flags}`,
    tracestate: came?.tracestate ?? null,
    baggage: came?.baggage ?? null,
  };
}

function describe(span: Span, report: CallReport, tracer: Tracer): void {
  span.updateName(toSpanName(report));
  span.setAttributes(toSpanAttributes(report));
  if (report.code !== null) span.setStatus({ code: SpanStatusCode.ERROR });
  const below = trace.setSpan(ROOT_CONTEXT, span);
  for (const step of report.steps) addStep(step, report, below, tracer);
}

function addStep(
  { step, startMs, durationMs, completed }: StepTime,
  { code }: CallReport,
  below: Context,
  tracer: Tracer,
): void {
  const span = tracer.startSpan(step, { startTime: startMs }, below);
  if (!completed && code !== null) {
    span.setAttribute("error.type", code);
    span.setStatus({ code: SpanStatusCode.ERROR });
  }
  span.end(startMs + durationMs);
}

async function timeout(ms: number): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<undefined>();
  setTimeout(() => resolve(undefined), ms).unref();
  await promise;
}
