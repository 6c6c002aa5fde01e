import type { EgressProxy } from "../../egress/egress.ts";
import { Refused } from "../../model/errors.ts";
import type { PlannedSandbox } from "../../model/sandbox.ts";
import type { ProcessEvents, ProcessRequest, ProcessResult, ProcessRunner } from "../../process/process-runner.ts";
import type { ConfinedPlace, ConfinedProgram, Sandbox } from "../../sandbox/sandbox.ts";
import { showText } from "../../text/show-text.ts";
import type { SeenInside } from "../backend.ts";
import { cleanUpConfined } from "./clean-up-confined.ts";

export interface ConfinedRunParts {
  readonly runner: ProcessRunner;
  readonly sandbox: Sandbox;
  /** Opens the only way out that a program has which declares hosts. It is closed when the program has ended. */
  readonly openProxy: (hosts: readonly string[]) => Promise<EgressProxy>;
  /** Told, under the id of the call, what could not be tidied up after it. */
  readonly logFailure: (callId: string, cause: unknown) => void;
  /** Told what the program left that sets rules for others, and was moved aside. */
  readonly logMovedAside: (callId: string, places: readonly string[]) => void;
}

/** A program as it would run unconfined. */
export interface ProgramRun {
  readonly request: ProcessRequest;
  readonly events: ProcessEvents;
  readonly signal: AbortSignal;
}

export type ConfinedResult = ProcessResult & SeenInside;

/**
 * Runs a program inside its confinement, and leaves neither proxy nor container behind, however it ends.
 * @throws Refused when this machine cannot confine as planned: it is then not run at all
 */
export async function runConfined(
  run: ProgramRun,
  planned: PlannedSandbox,
  place: ConfinedPlace,
  parts: ConfinedRunParts,
): Promise<ConfinedResult> {
  await parts.sandbox.prepare();
  const { state } = parts.sandbox;
  if (!state.ok) throw unconfinable(state.reason, state.hint);
  if (state.engine !== planned.engine)
    throw unconfinable(`it has ${state.engine}, planned was ${planned.engine}`, null);
  const proxy = planned.network.kind === "hosts" ? await parts.openProxy(planned.network.hosts) : null;
  try {
    const result = await runInside(run, planned, { ...place, proxySocket: proxy?.socketFile ?? null }, parts);
    return { ...result, refusedHosts: proxy === null ? [] : listRefused(proxy) };
  } finally {
    await proxy?.close().catch((error: unknown) => parts.logFailure(place.callId, error));
  }
}

/** Port 0: what was asked for could not be read as a place. More says nothing new of a program that tries one name after the other. */
const MAX_REFUSED = 20;
const MAX_NAME = 253;

function listRefused(proxy: Pick<EgressProxy, "attempts">): readonly string[] {
  const refused = proxy.attempts().filter(({ allowed }) => !allowed);
  return refused
    .slice(0, MAX_REFUSED)
    .map(({ host, port }) => showText(host, MAX_NAME) + (port === 0 ? "" : `:${port}`));
}

async function runInside(
  { request, events, signal }: ProgramRun,
  planned: PlannedSandbox,
  place: ConfinedPlace,
  parts: ConfinedRunParts,
): Promise<Omit<ConfinedResult, "refusedHosts">> {
  const { argv, env, callId } = request;
  const confined = parts.sandbox.confine(argv, planned, { ...place, environment: Object.keys(env) });
  const inside = { argv: confined.argv, cwd: confined.cwd, env: { ...env, ...confined.env } };
  const how = {
    ownNamespace: planned.engine === "bubblewrap",
    reportsExit: confined.explain !== null,
    places: confined.places,
  };
  const running = parts.runner.run({ ...request, ...inside, ...how }, events, signal);
  // A listener of the call may have thrown; what has to be done afterwards is done all the same.
  await running.catch(() => undefined);
  if (confined.cleanup !== null) await cleanUpConfined(confined.cleanup, confined.env, callId, parts);
  const setAside = confined.settle();
  if (setAside.length > 0) parts.logMovedAside(callId, setAside);
  return { ...explainEnd(await running, confined), setAside };
}

/** An engine that failed must not look like a program that ended. */
function explainEnd(result: ProcessResult, { explain }: Pick<ConfinedProgram, "explain">): ProcessResult {
  const { end, stderr } = result;
  if (explain === null || end.kind !== "spawn-failed" || end.errno !== "NEVER_BEGAN") return result;
  return { ...result, end: { kind: "spawn-failed", ...explain(new TextDecoder().decode(stderr)) } };
}

function unconfinable(reason: string, hint: string | null): Refused {
  const message = `this machine cannot confine the program as planned: ${reason}`;
  return new Refused("execute", "SANDBOX_UNAVAILABLE", message, hint === null ? {} : { hint });
}
