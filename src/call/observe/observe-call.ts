import type { AdmittedCall, RawCall } from "../../model/call.ts";
import type { Outcome } from "../../model/outcome.ts";
import type { TraceContext } from "../../model/trace.ts";
import type { Gate } from "../gate.ts";
import { OBSERVED_STEPS } from "./call-observer.ts";
import type { CallObserver, ObservedCall, ObservedStep, StepTime } from "./call-observer.ts";
import { toReport } from "./to-report.ts";

/** Takes the time of one call's steps. */
export interface Observation {
  readonly trace: TraceContext | null;
  /** The step is over, and the next one begins. */
  passed(step: ObservedStep): void;
  /** The call is over but for its record. */
  walked(outcome: Outcome): void;
  /** The record is written, and this is what the caller gets. */
  ended(outcome: Outcome, stage: Partial<AdmittedCall>): void;
}

/** Begins to watch a call for `observer`, which may fail as it likes: then nobody hears of this call. */
export function observeCall(
  raw: RawCall,
  came: TraceContext | null,
  observer: CallObserver,
  gate: Pick<Gate, "logFailure">,
): Observation {
  const startMs = toEpoch(performance.now());
  const observed = begin(raw, came, observer, gate);
  const steps: StepTime[] = [];
  let last = startMs;
  const add = (step: ObservedStep, completed: boolean): void => {
    const now = toEpoch(performance.now());
    steps.push({ step, startMs: last, durationMs: now - last, completed });
    last = now;
  };
  return {
    trace: observed?.trace ?? came,
    passed: (step) => add(step, true),
    walked: ({ status }) => {
      const unfinished = status === "success" ? undefined : OBSERVED_STEPS[steps.length];
      if (unfinished !== undefined && unfinished !== "record") add(unfinished, false);
    },
    ended: (outcome, stage) => {
      add("record", true);
      try {
        observed?.end(toReport(raw, stage, outcome, { startMs, durationMs: last - startMs, steps }));
      } catch (error) {
        gate.logFailure(outcome.callId, error);
      }
    },
  };
}

function begin(
  { entry }: RawCall,
  trace: TraceContext | null,
  observer: CallObserver,
  gate: Pick<Gate, "logFailure">,
): ObservedCall | null {
  try {
    return observer.begin({ entry, trace });
  } catch (error) {
    gate.logFailure("observer", error);
    return null;
  }
}

/** A clock that nobody sets back. */
function toEpoch(sinceStart: number): number {
  return performance.timeOrigin + sinceStart;
}
