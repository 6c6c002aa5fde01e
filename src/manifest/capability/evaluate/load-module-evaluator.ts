import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { MessageChannel, receiveMessageOnPort, Worker } from "node:worker_threads";
import type { MessagePort } from "node:worker_threads";
import type { ModuleEvaluator, ModuleResult } from "../../manifest.ts";
import type { EvaluationAnswer, EvaluationRequest, WorkerSetup } from "./evaluation-messages.ts";

const WORKER_FILE = fileURLToPath(new URL(`./evaluation-worker${import.meta.url.slice(-3)}`, import.meta.url));
const START_MS = 10_000;
/** For what the deadline inside the sandbox cannot end: loops of the engine itself, and of the TypeScript stripper. */
const ANSWER_MS = 4_000;

interface Thread extends Omit<WorkerSetup, "port"> {
  readonly port: MessagePort;
  readonly end: () => void;
}

/**
 * Starts what reads modules: a thread with a JavaScript engine of its own, which is thrown away when a module breaks it
 * or does not finish. The thread does not keep the process alive. A module gets no clock, no chance, no files, no
 * network and no handler of it ever runs, so what it declares depends on its text alone. An evaluation blocks the
 * caller; it ends after a second, or after four when the module keeps the engine itself busy.
 *
 * @throws Error when the thread cannot start
 */
export async function loadModuleEvaluator(): Promise<ModuleEvaluator> {
  let thread: Thread | null = await startThread();
  return (source, { file }) => {
    thread ??= openThread();
    const answer = ask(thread, { source, isTypeScript: /\.[cm]?ts$/.test(file) });
    if (answer?.isBroken === false) return answer.result;
    thread.end();
    thread = null;
    return answer?.result ?? TIMED_OUT;
  };
}

const TIMED_OUT: ModuleResult = {
  ok: false,
  code: "module-timeout",
  message: `the module did not finish within ${ANSWER_MS} ms`,
  line: 1,
  column: 1,
};

/** Waits without blocking, so that a thread that cannot start says why. */
async function startThread(): Promise<Thread> {
  const failures: Error[] = [];
  const thread = openThread((error) => failures.push(error));
  for (let waited = 0; Atomics.load(thread.ready, 0) === 0; waited += 5) {
    if (failures[0] !== undefined) throw failures[0];
    if (waited > START_MS) throw new Error(`the thread that reads modules did not start within ${START_MS} ms`);
    await sleep(5);
  }
  return thread;
}

function openThread(onError: (error: Error) => void = () => undefined): Thread {
  const { port1, port2 } = new MessageChannel();
  const setup = { ready: makeFlag(), answered: makeFlag() };
  const worker = new Worker(WORKER_FILE, {
    workerData: { ...setup, port: port2 } satisfies WorkerSetup,
    transferList: [port2],
    // Stripping types is announced as experimental, on a stream that people read.
    execArgv: ["--disable-warning=ExperimentalWarning"],
    env: {},
    // What the engine prints when it breaks must not come between the lines of a protocol.
    stdout: true,
    stderr: true,
  });
  worker.on("error", onError);
  worker.unref();
  port1.unref();
  const end = (): void => {
    port1.close();
    void worker.terminate();
  };
  return { ...setup, port: port1, end };
}

function makeFlag(): Int32Array {
  return new Int32Array(new SharedArrayBuffer(4));
}

/** `null` when no answer came. */
function ask({ port, ready, answered }: Thread, request: EvaluationRequest): EvaluationAnswer | null {
  Atomics.wait(ready, 0, 0, START_MS);
  Atomics.store(answered, 0, 0);
  port.postMessage(request);
  Atomics.wait(answered, 0, 0, ANSWER_MS);
  const received = receiveMessageOnPort(port) as { readonly message: EvaluationAnswer } | undefined;
  return received?.message ?? null;
}
