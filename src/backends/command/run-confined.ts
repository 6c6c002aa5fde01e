import type { EgressProxy } from "../../egress/egress.ts";
import { Refused } from "../../model/errors.ts";
import type { PlannedSandbox } from "../../model/sandbox.ts";
import type { ProcessEvents, ProcessRequest, ProcessResult, ProcessRunner } from "../../process/process-runner.ts";
import type { ConfinedPlace, Sandbox } from "../../sandbox/sandbox.ts";

export interface ConfinedRunParts {
  readonly runner: ProcessRunner;
  readonly sandbox: Sandbox;
  /** Opens the only way out that a program has which declares hosts. It is closed when the program has ended. */
  readonly openProxy: (hosts: readonly string[]) => Promise<EgressProxy>;
  /** Told, under the id of the call, what could not be tidied up after it. */
  readonly logFailure: (callId: string, cause: unknown) => void;
}

/** A program as it would run unconfined. */
export interface ProgramRun {
  readonly request: ProcessRequest;
  readonly events: ProcessEvents;
  readonly signal: AbortSignal;
}

/** Removing a container waits for its last process. */
const CLEANUP_MS = 30_000;
const CLEANUP_OUTPUT_BYTES = 10_000;

/**
 * Runs a program inside its confinement, and leaves neither proxy nor container behind, however it ends.
 * @throws Refused when this machine cannot confine as planned: it is then not run at all
 */
export async function runConfined(
  run: ProgramRun,
  planned: PlannedSandbox,
  place: ConfinedPlace,
  parts: ConfinedRunParts,
): Promise<ProcessResult> {
  const { state } = parts.sandbox;
  if (!state.ok) throw unconfinable(state.reason, state.hint);
  if (state.engine !== planned.engine)
    throw unconfinable(`it has ${state.engine}, planned was ${planned.engine}`, null);
  const proxy = planned.network.kind === "hosts" ? await parts.openProxy(planned.network.hosts) : null;
  try {
    return await runInside(run, planned, { ...place, proxySocket: proxy?.socketFile ?? null }, parts);
  } finally {
    await proxy?.close().catch((error: unknown) => parts.logFailure(place.callId, error));
  }
}

async function runInside(
  { request, events, signal }: ProgramRun,
  planned: PlannedSandbox,
  place: ConfinedPlace,
  { runner, sandbox, logFailure }: ConfinedRunParts,
): Promise<ProcessResult> {
  const confined = sandbox.confine(request.argv, planned, place);
  const env = { ...request.env, ...confined.env };
  try {
    return await runner.run({ ...request, argv: confined.argv, cwd: confined.cwd, env }, events, signal);
  } finally {
    if (confined.cleanup !== null) {
      const failure = await cleanUp(confined.cleanup, confined.env, place.callId, runner);
      if (failure !== null) logFailure(place.callId, failure);
    }
    const left = confined.settle();
    if (left.length > 0) logFailure(place.callId, new Error(`moved aside, since it sets rules: ${left.join(", ")}`));
  }
}

/** Nobody can cancel it, and the program's own environment is not for it. */
async function cleanUp(
  argv: readonly string[],
  env: Readonly<Record<string, string>>,
  callId: string,
  runner: ProcessRunner,
): Promise<Error | null> {
  const { end, stderr } = await runner.run({
    callId: `${callId}-cleanup`,
    argv,
    cwd: "/",
    env,
    timeoutMs: CLEANUP_MS,
    maxStdoutBytes: 0,
    maxStderrBytes: CLEANUP_OUTPUT_BYTES,
    stream: false,
  });
  if (end.kind === "exited" && end.exitCode === 0) return null;
  const said = new TextDecoder().decode(stderr);
  return new Error(`cleaning up after a confined program: ${JSON.stringify(end)} ${said}`.trimEnd());
}

function unconfinable(reason: string, hint: string | null): Refused {
  const message = `this machine cannot confine the program as planned: ${reason}`;
  return new Refused("execute", "SANDBOX_UNAVAILABLE", message, hint === null ? {} : { hint });
}
