import type { AdmittedCall, RawCall, ReceivedCall } from "../model/call.ts";
import { Refused } from "../model/errors.ts";
import type { ErrorInfo } from "../model/errors.ts";
import type { TraceContext } from "../model/trace.ts";
import type { Outcome } from "../model/outcome.ts";
import type { AskClient } from "../model/question.ts";
import { createCleaner } from "../output/text/create-cleaner.ts";
import { parseTraceContext } from "../telemetry/context/parse-trace-context.ts";
import { Pending } from "./approve.ts";
import { createQuestionLog } from "./execute/question-log.ts";
import type { AskedInCall } from "./execute/question-log.ts";
import { describeOutcome, describeUnrun } from "./record/describe.ts";
import { renderRevoked } from "./record/render-revoked.ts";
import type { Gate, RunningCall } from "./gate.ts";
import { makeCallId } from "./receive/make-call-id.ts";
import type { ObservedStep } from "./observe/call-observer.ts";
import { observeCall } from "./observe/observe-call.ts";
import { unseenTool } from "./resolve/unknown-tool.ts";
import { respondPending, respondRefused } from "./respond.ts";
import type { Known } from "./respond.ts";

/** How far a call came, so that its record says all that was known when it ended. */
export interface Story {
  /** Where the call belongs in a trace: what came along, or what whoever watches made of it. */
  readonly trace: TraceContext | null;
  /** Puts a question to the client, and notes for the record that it did. */
  readonly ask: AskClient | undefined;
  /** A step is over, and all that is known now is in what it returned. */
  reached<Stage extends ReceivedCall>(step: ObservedStep, stage: Stage): Stage;
  /** A step is over that is about the call's output. */
  passed<Value>(step: ObservedStep, value: Value): Value;
  /** Counts the call among the running ones until it ends. */
  enter(received: ReceivedCall, signal: AbortSignal | undefined): RunningCall;
}

/** Runs `walk` and records how the call ended, exactly once, whatever happens. Never rejects. */
export async function recorded(raw: RawCall, gate: Gate, walk: (story: Story) => Promise<Outcome>): Promise<Outcome> {
  let stage: Partial<AdmittedCall> = {};
  let running: RunningCall | null = null;
  const came = parseTraceContext(raw.trace) ?? traceOfParent(raw, gate);
  const watched = gate.observer === undefined ? undefined : observeCall(raw, came, gate.observer, gate);
  const questions = createQuestionLog(raw, () => running);
  const story: Story = {
    ask: questions.ask,
    trace: watched === undefined ? came : watched.trace,
    reached: (step, next) => {
      stage = next;
      watched?.passed(step);
      return next;
    },
    passed: (step, value) => {
      watched?.passed(step);
      return value;
    },
    enter: (received, signal) => {
      running = makeRoom(received, signal, gate);
      return running;
    },
  };
  try {
    const walked = await walk(story).catch((error: unknown) => refuse(error, { raw, stage, gate }));
    const asked = questions.found();
    const outcome = withAsked(isRevoked(running) ? renderRevoked(walked) : walked, asked);
    watched?.walked(outcome);
    const end = await write(outcome, asked, { raw, stage, gate });
    watched?.ended(end, stage);
    return end;
  } finally {
    (running as RunningCall | null)?.leave();
  }
}

/** `story.enter` sets what this looks at, which the compiler cannot see. */
function isRevoked(running: RunningCall | null): boolean {
  return running?.isRevoked() === true;
}

/** What a tool calls in turn belongs to the same trace, below the call that it is part of. */
function traceOfParent({ parent }: RawCall, gate: Gate): TraceContext | null {
  return parent === undefined ? null : gate.running.traceOf(parent.callId);
}

function makeRoom({ call }: ReceivedCall, signal: AbortSignal | undefined, gate: Gate): RunningCall {
  const entered = gate.running.enter(call, signal);
  if (entered === "draining") {
    throw new Refused("receive", "DRAINING", "this gateway is shutting down", { hint: "call again in a moment" });
  }
  if (entered === "full") {
    const message = `${gate.config.limits.maxConcurrentCalls} calls are running, which is the limit of this gateway`;
    throw new Refused("receive", "TOO_MANY_CALLS", message, { hint: "wait for one to end" });
  }
  return entered;
}

function knownOf(raw: RawCall, stage: Partial<AdmittedCall>, gate: Gate): Known {
  const sentName = typeof raw.tool === "string" ? gate.scrubberFor([]).scrub(raw.tool) : "";
  return { ...stage, callId: stage.call?.id ?? makeCallId(Date.now()), sentName };
}

/** Of a tool that the caller is not shown, nothing is said; the record has what was decided, and why. */
async function refuse(error: unknown, { raw, stage, gate }: Recordable): Promise<Outcome> {
  const known = knownOf(raw, stage, gate);
  const { call } = stage;
  const isRefusal = error instanceof Refused && call !== undefined && !isAdmitted(stage);
  const unseen = isRefusal
    ? await unseenTool({ ...stage, call }, error.info, gate).catch((failure: unknown) => failure)
    : null;
  if (unseen === null) return toOutcome(error, known, gate);
  return toOutcome(unseen, { callId: known.callId, sentName: known.sentName }, gate);
}

function toOutcome(error: unknown, known: Known, gate: Gate): Outcome {
  if (error instanceof Pending) return respondPending(known, error.approval);
  if (error instanceof Refused) return respondRefused(known, error.step, scrubbedInfo(error.info, gate));
  gate.logFailure(known.callId, error);
  return respondRefused(known, null, unexpected(known.callId));
}

function scrubbedInfo(info: ErrorInfo, gate: Gate): ErrorInfo {
  return createCleaner(gate.scrubberFor([]), false).error(info);
}

/** The cause stays inside: it may name files and values that are none of the caller's business. */
function unexpected(id: string): ErrorInfo {
  const message = `Toolgate failed unexpectedly (id ${id})`;
  return { code: "INTERNAL", message, hint: "the log of the gateway has the cause under this id", details: { id } };
}

function withAsked(outcome: Outcome, asked: AskedInCall | null): Outcome {
  if (asked === null || outcome.evidence === null) return outcome;
  return { ...outcome, evidence: { ...outcome.evidence, ...asked } };
}

interface Recordable {
  readonly raw: RawCall;
  readonly stage: Partial<AdmittedCall>;
  readonly gate: Gate;
}

async function write(outcome: Outcome, asked: AskedInCall | null, { raw, stage, gate }: Recordable): Promise<Outcome> {
  const admitted = isAdmitted(stage) ? stage : null;
  const appended =
    admitted === null
      ? await gate.audit.append(describeUnrun(raw, stage, outcome, asked, gate))
      : await gate.audit.appendOutcome(describeOutcome(admitted, outcome, asked, gate));
  if (appended.ok) return outcome;
  gate.logFailure(outcome.callId, new Error(`the outcome could not be recorded: ${appended.message}`));
  return admitted === null ? outcome : withheld(outcome, appended.message);
}

function isAdmitted(stage: Partial<AdmittedCall>): stage is AdmittedCall {
  return stage.intentSeq !== undefined;
}

/** It ran, but nothing on disk says how it ended: the result is not handed out as if it were proven. */
function withheld(outcome: Outcome, cause: string): Outcome {
  const message = `the call ran, but its outcome could not be recorded: ${cause}`;
  const hint = "see to the data folder (`toolgate doctor`), then look at what the call did before calling again";
  const error: ErrorInfo = { code: "AUDIT_UNAVAILABLE", message, hint, details: { ranAs: outcome.status } };
  return { ...outcome, status: "failed", error, structured: null, content: [{ type: "text", text: message }] };
}
