import type { TraceContext } from "../../model/trace.ts";
import { isBaggage } from "./is-baggage.ts";
import { isTraceState } from "./is-trace-state.ts";

/** A later version may say more after the flags; this much of it is looked at. */
const MAX_TRACEPARENT = 256;
const TRACEPARENT = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/;
const SAMPLED = 0x01;
const RANDOM_ID = 0x02;

/**
 * Reads what came with a request as `traceparent`, `tracestate` and `baggage`. `null` without a valid `traceparent`; the
 * others are left out where they break a rule or a limit. Nothing here ever refuses a call.
 */
export function parseTraceContext(came: unknown): TraceContext | null {
  if (typeof came !== "object" || came === null) return null;
  const { traceparent, tracestate, baggage } = came as Readonly<Record<string, unknown>>;
  const parent = typeof traceparent === "string" ? normalizeTraceParent(traceparent) : null;
  if (parent === null) return null;
  return {
    traceparent: parent,
    tracestate: typeof tracestate === "string" && isTraceState(tracestate) ? tracestate : null,
    baggage: typeof baggage === "string" && isBaggage(baggage) ? baggage : null,
  };
}

/** In the version that is known here, with the flags that are known here. */
function normalizeTraceParent(text: string): string | null {
  if (text.length > MAX_TRACEPARENT) return null;
  const [, version, traceId = "", parentId = "", flags = "", more] = TRACEPARENT.exec(text) ?? [];
  if (version === undefined || version === "ff" || (version === "00" && more !== undefined)) return null;
  if (/^0+$/.test(traceId) || /^0+$/.test(parentId)) return null;
  const known = Number.parseInt(flags, 16) & (SAMPLED | RANDOM_ID);
  return `00-${traceId}-${parentId}-${known.toString(16).padStart(2, "0")}`;
}
