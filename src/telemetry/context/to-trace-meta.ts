import type { TraceContext } from "../../model/trace.ts";

/**
 * What goes along with a request of a call, so that the other side can join the trace: members of `_meta` towards MCP
 * servers, headers towards HTTP. Empty for a call that belongs to no trace.
 */
export function toTraceMeta({
  trace,
}: {
  readonly trace?: TraceContext | null | undefined;
}): Readonly<Record<string, string>> {
  if (trace === null || trace === undefined) return {};
  const { traceparent, tracestate, baggage } = trace;
  return {
    traceparent,
    ...(tracestate === null ? {} : { tracestate }),
    ...(baggage === null ? {} : { baggage }),
  };
}
