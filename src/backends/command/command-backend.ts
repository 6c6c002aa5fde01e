import { isProgramPlan } from "../../model/plan.ts";
import type { ProcessEvents, ProcessRunner } from "../../process/process-runner.ts";
import { toScriptRequest } from "../../process/script/to-script-request.ts";
import type { Backend, ExecutionContext } from "../backend.ts";

/** Starts the planned program, or the programs of a script. The environment is what the plan names and nothing else. */
export function createCommandBackend(runner: ProcessRunner, environment: NodeJS.ProcessEnv): Backend {
  return {
    async run(call, context) {
      const { plan } = call;
      if (!isProgramPlan(plan)) throw new Error(`a ${plan.kind} plan came to the command back end`);
      const surroundings = {
        callId: call.call.id,
        cwd: plan.cwd,
        env: { ...pick(environment, plan.environment), ...context.sealed, ...plan.fixedEnvironment },
        timeoutMs: plan.timeoutMs,
        maxStdoutBytes: plan.maxStdoutBytes,
        maxStderrBytes: plan.maxStderrBytes,
        stream: context.onEvent !== undefined,
      };
      const request =
        plan.kind === "script" ? toScriptRequest(plan, surroundings) : { ...surroundings, argv: plan.argv };
      return { kind: "process", result: await runner.run(request, streamTo(context, call.call.id), context.signal) };
    },
  };
}

function pick(environment: NodeJS.ProcessEnv, names: readonly string[]): Record<string, string> {
  const picked: Record<string, string> = {};
  for (const name of names) {
    const value = environment[name];
    if (value !== undefined) picked[name] = value;
  }
  return picked;
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
