import type { AdmittedCall } from "../../model/call.ts";
import type { CommandPlan } from "../../model/plan.ts";
import type { ProcessEvents, ProcessRunner } from "../../process/process-runner.ts";
import type { Backend, ExecutionContext } from "../backend.ts";

/** Starts the planned program. The environment is what the plan names and nothing else. */
export function createCommandBackend(runner: ProcessRunner, environment: NodeJS.ProcessEnv): Backend {
  return {
    async run(call, context) {
      const plan = commandPlan(call);
      const request = {
        callId: call.call.id,
        argv: plan.argv,
        cwd: plan.cwd,
        env: { ...pick(environment, plan.environment), ...plan.fixedEnvironment },
        timeoutMs: plan.timeoutMs,
        maxStdoutBytes: plan.maxStdoutBytes,
        maxStderrBytes: plan.maxStderrBytes,
        stream: context.onEvent !== undefined,
      };
      return { kind: "process", result: await runner.run(request, streamTo(context, call.call.id), context.signal) };
    },
  };
}

function commandPlan(call: AdmittedCall): CommandPlan {
  if (call.plan.kind !== "command") throw new Error(`a ${call.plan.kind} plan came to the command back end`);
  return call.plan;
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
