import type { Entry } from "../../model/call.ts";
import type { DecisionCode, Verdict } from "../../model/decision.ts";
import type { ErrorCode } from "../../model/errors.ts";
import type { Outcome } from "../../model/outcome.ts";
import type { Effect, Layer } from "../../model/tool.ts";
import type { TraceContext } from "../../model/trace.ts";

/** The steps of a call in their order, as far as somebody may want to know how long they took. */
export const OBSERVED_STEPS = [
  "receive",
  "resolve",
  "validate",
  "gather",
  "authorise",
  "approve",
  "execute",
  "shape-output",
  "record",
] as const;
export type ObservedStep = (typeof OBSERVED_STEPS)[number];

export interface StepTime {
  readonly step: ObservedStep;
  /** Milliseconds since 1970, with fractions. */
  readonly startMs: number;
  readonly durationMs: number;
  /** `false`: the call ended in it. */
  readonly completed: boolean;
}

/**
 * What telemetry and the log may know of a call. It has no arguments, no results, no identities and no text that a caller
 * made up: what is not in here cannot get out by them.
 */
export interface CallReport {
  readonly callId: string;
  readonly parentCallId: string | null;
  readonly entry: Entry;
  /** `null`: the call meant no tool that there is. */
  readonly tool: string | null;
  readonly group: string | null;
  readonly effect: Effect | null;
  readonly layer: Layer | null;
  /** Of a tool of an upstream server. */
  readonly server: string | null;
  readonly decision: { readonly effect: Verdict; readonly code: DecisionCode } | null;
  readonly status: Outcome["status"];
  readonly code: ErrorCode | null;
  /** Milliseconds since 1970, with fractions. */
  readonly startMs: number;
  readonly durationMs: number;
  readonly steps: readonly StepTime[];
}

/** Hears of every call. It decides nothing, and nobody waits for it; what it throws is logged and changes no call. */
export interface CallObserver {
  begin(came: { readonly entry: Entry; readonly trace: TraceContext | null }): ObservedCall;
}

export interface ObservedCall {
  /** Where the call's own requests belong, in place of what came along. */
  readonly trace: TraceContext | null;
  end(report: CallReport): void;
}
