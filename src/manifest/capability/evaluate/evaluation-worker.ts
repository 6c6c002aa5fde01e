import { workerData } from "node:worker_threads";
import type { EvaluationAnswer, EvaluationRequest, WorkerSetup } from "./evaluation-messages.ts";
import { openEngine } from "./open-engine.ts";
import { runModule } from "./run-module.ts";
import { stripTypes } from "./strip-types.ts";

/** Entry of the thread that reads modules. It may be ended at any moment. */
const { port, ready, answered } = workerData as WorkerSetup;
const quickJs = await openEngine();

port.on("message", (request: EvaluationRequest) => {
  port.postMessage(answer(request));
  raise(answered);
});
raise(ready);

function raise(flag: Int32Array): void {
  Atomics.store(flag, 0, 1);
  Atomics.notify(flag, 0);
}

function answer({ source, isTypeScript }: EvaluationRequest): EvaluationAnswer {
  const stripped = isTypeScript ? stripTypes(source) : ({ ok: true, code: source } as const);
  if (!stripped.ok) return { result: stripped.failure, isBroken: stripped.isBroken };
  return runModule(quickJs, stripped.code);
}
