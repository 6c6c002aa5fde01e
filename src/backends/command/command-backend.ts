import type { AdmittedCall } from "../../model/call.ts";
import type { ProgramPlan } from "../../model/plan.ts";
import { isProgramPlan } from "../../model/plan.ts";
import type { PlannedSandbox } from "../../model/sandbox.ts";
import { ownProgramFiles } from "../../process/own-program-files.ts";
import type { ProcessEvents, ProcessRequest, ProcessRunner } from "../../process/process-runner.ts";
import { withRoomForScript } from "../../process/script/script-limits.ts";
import { toScriptRequest } from "../../process/script/to-script-request.ts";
import type { ConfinedPlace } from "../../sandbox/sandbox.ts";
import type { Backend, ExecutionContext } from "../backend.ts";
import { runConfined } from "./run-confined.ts";
import type { ConfinedRunParts } from "./run-confined.ts";
import { toEnvironment } from "./to-environment.ts";
import type { EnvironmentSource } from "./to-environment.ts";

export interface CommandBackendParts extends ConfinedRunParts, EnvironmentSource {
  readonly runner: ProcessRunner;
  /** Where a confined program runs, and what is kept out of its sight. */
  readonly toPlace: (call: AdmittedCall) => ConfinedPlace;
  /** Bytes of both streams together after which a program is ended; `null`: it is read to its end. */
  readonly maxTotalBytes: number | null;
}

/**
 * Starts the planned program, or the programs of a script, confined as the plan says: a script as a whole. The environment
 * is what the plan names and nothing else.
 */
export function createCommandBackend(parts: CommandBackendParts): Backend {
  return {
    async run(call, context) {
      const { plan } = call;
      if (!isProgramPlan(plan)) throw new Error(`a ${plan.kind} plan came to the command back end`);
      const request = toProcessRequest(plan, call, context, parts);
      const events = streamTo(context, call.call.id);
      const { signal } = context;
      if (plan.sandbox === undefined) {
        return { kind: "process", result: await parts.runner.run(request, events, signal) };
      }
      const { sandbox, place } = toConfinement(plan, plan.sandbox, toTold(call, parts));
      return { kind: "process", result: await runConfined({ request, events, signal }, sandbox, place, parts) };
    },
  };
}

function toProcessRequest(
  plan: ProgramPlan,
  { call, tool }: AdmittedCall,
  context: ExecutionContext,
  parts: CommandBackendParts,
): ProcessRequest {
  const surroundings = {
    callId: call.id,
    cwd: plan.cwd,
    env: { ...toTraceVariable(call, parts), ...toEnvironment(plan, tool.name, context, parts) },
    stdin: plan.stdin,
    maxTotalBytes: parts.maxTotalBytes ?? undefined,
    timeoutMs: plan.timeoutMs,
    maxStdoutBytes: plan.maxStdoutBytes,
    maxStderrBytes: plan.maxStderrBytes,
    stream: context.onEvent !== undefined,
  };
  if (plan.kind === "command") return { ...surroundings, argv: plan.argv };
  return toScriptRequest({ steps: plan.steps, memoryBytes: plan.sandbox?.limits.memoryBytes }, surroundings);
}

/** What the plan sets under this name wins. */
function toTraceVariable({ trace }: AdmittedCall["call"], { tellsTrace }: CommandBackendParts): Record<string, string> {
  const isTold = tellsTrace === true && trace !== null && trace !== undefined;
  return isTold ? { TRACEPARENT: trace.traceparent } : {};
}

function toTold(call: AdmittedCall, parts: CommandBackendParts): ConfinedPlace {
  const place = parts.toPlace(call);
  const names = Object.keys(toTraceVariable(call.call, parts)).filter((name) => !place.environment.includes(name));
  return names.length === 0 ? place : { ...place, environment: [...place.environment, ...names] };
}

/** The process that joins the programs of a script has to be seen, and needs more than they may: they are limited one by one. */
function toConfinement(
  { kind }: ProgramPlan,
  sandbox: PlannedSandbox,
  place: ConfinedPlace,
): { readonly sandbox: PlannedSandbox; readonly place: ConfinedPlace } {
  if (kind === "command") return { sandbox, place };
  const visible = [...place.visible, ...ownProgramFiles()];
  return { sandbox: { ...sandbox, limits: withRoomForScript(sandbox.limits) }, place: { ...place, visible } };
}

/** Each stream keeps its own decoder, so that a character split between two chunks arrives whole. */
function streamTo({ onEvent }: ExecutionContext, callId: string): ProcessEvents {
  if (onEvent === undefined) return {};
  const decoders = { stdout: new TextDecoder(), stderr: new TextDecoder() };
  return {
    onStarted: () => onEvent({ kind: "started", callId }),
    onChunk: (stream, bytes) => {
      const text = decoders[stream].decode(bytes, { stream: true });
      if (text !== "") onEvent({ kind: "output", stream, text });
    },
  };
}
