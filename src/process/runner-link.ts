import { spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { Socket } from "node:net";
import { fileURLToPath } from "node:url";
import { frameDecoder, toFrameBytes } from "./frame-codec.ts";
import type { Frame } from "./frame-codec.ts";
import { openPipes } from "./direct-pipes.ts";
import type { GatewayCall } from "./gateway-call.ts";
import { killMarked, killTree } from "./tree/kill-tree.ts";
import { CALL_MARKER } from "./tree/marker.ts";
import { MESSAGE, parseEnded, parseId, parseReady, parseStarted, parseTaken, toRunFrame } from "./messages.ts";
import type { StartedMessage } from "./messages.ts";
import type { ProcessEnd, StarterName } from "./process-runner.ts";

/** Built code runs as `.js`, source as `.ts`; the two files always lie in the same place. */
const RUNNER_FILE = fileURLToPath(new URL(`./runner/runner-main${import.meta.url.slice(-3)}`, import.meta.url));
/**
 * What makes fork cheap, for where the runner has to: a small heap, because the system copies the page tables of whoever
 * forks, and none of V8's helper threads, which would touch those pages meanwhile.
 */
const RUNNER_FLAGS = ["--max-semi-space-size=1", "--single-threaded", "--disable-warning=ExperimentalWarning"];
/** An idle runner goes at once; one that does not is stuck. */
const STOP_MS = 5000;

export interface RunnerLinkOptions {
  readonly killGraceMs: number;
  /** Asks for one way to start programs; by default the runner takes the quickest that works. */
  readonly starter: "fork" | undefined;
  /** Called once, as soon as this runner takes no more calls. */
  readonly onLost: () => void;
}

/** One runner process and the connection to it. It keeps the event loop alive only while a call runs. */
export class RunnerLink {
  readonly ready: Promise<void>;
  readonly #child: ChildProcess;
  readonly #socket: Socket;
  readonly #calls = new Map<number, GatewayCall>();
  readonly #onLost: () => void;
  #onReady: () => void = () => undefined;
  #lastId = 0;
  #starter: StarterName | undefined;
  #lost = false;
  #startFailure: ProcessEnd | undefined;

  constructor(options: RunnerLinkOptions) {
    this.#onLost = options.onLost;
    this.ready = new Promise((resolve) => (this.#onReady = resolve));
    this.#child = startRunner(options);
    this.#child.once("error", (error) => this.#failed(error));
    this.#child.unref();
    const socket = this.#child.stdio[3];
    this.#socket = socket instanceof Socket ? socket : new Socket();
    const decode = frameDecoder((frame) => this.#take(frame));
    this.#socket.on("data", (bytes: Buffer) => this.#guarded(() => decode(bytes)));
    this.#socket.on("error", () => undefined);
    this.#socket.once("close", () => this.#close());
  }

  /** Undefined until the runner is ready. */
  get starter(): StarterName | undefined {
    return this.#starter;
  }

  /** Sends the request; `call.result` settles when it ended. */
  start(call: GatewayCall): number {
    this.#lastId += 1;
    const id = this.#lastId;
    const bytes = toFrameBytes(MESSAGE.run, ...toRunFrame(call.request, id));
    if (this.#calls.size === 0) this.#socket.ref();
    this.#calls.set(id, call);
    this.#socket.write(bytes);
    return id;
  }

  /** More input for an interactive program; nothing where it has ended. */
  feed(id: number, bytes: Uint8Array): void {
    if (this.#calls.has(id)) this.#socket.write(toFrameBytes(MESSAGE.input, { id }, bytes));
  }

  cancel(id: number): void {
    if (this.#calls.has(id)) this.#socket.write(toFrameBytes(MESSAGE.cancel, { id }));
  }

  /** Cancels every call, and resolves when all of them have ended and the runner is gone. */
  async stop(): Promise<void> {
    const results = [...this.#calls.values()].map((call) => call.result);
    for (const id of this.#calls.keys()) this.cancel(id);
    await Promise.allSettled(results);
    if (this.#lost) return;
    this.#socket.ref();
    const closed = new Promise((resolve) => this.#socket.once("close", resolve));
    this.#socket.end();
    const stuck = setTimeout(() => this.abandon(), STOP_MS);
    await closed;
    clearTimeout(stuck);
  }

  /** Ends a runner that does not do its work; every call then ends as lost. */
  abandon(): void {
    this.#child.kill("SIGKILL");
  }

  #take(frame: Frame): void {
    if (frame.type === MESSAGE.ready) {
      this.#starter = parseReady(frame.header);
      this.#onReady();
      this.#restWhenIdle();
      return;
    }
    const id = parseId(frame.header);
    const call = this.#calls.get(id);
    if (call === undefined) throw new TypeError(`runner message for unknown call ${id}`);
    if (frame.type !== MESSAGE.ended) {
      if (!this.#report(call, frame)) this.cancel(id);
      return;
    }
    const message = parseEnded(frame.header);
    this.#forget(id);
    call.onEnded(message);
  }

  #report(call: GatewayCall, frame: Frame): boolean {
    if (frame.type === MESSAGE.started) return this.#started(call, parseStarted(frame.header));
    if (frame.type === MESSAGE.taken) return call.onTaken(parseTaken(frame.header));
    if (frame.type === MESSAGE.stdout) return call.onOutput("stdout", frame.payload);
    if (frame.type === MESSAGE.stderr) return call.onOutput("stderr", frame.payload);
    throw new TypeError(`unknown message type ${frame.type} from the runner`);
  }

  #started(call: GatewayCall, message: StartedMessage): boolean {
    const { id, pipes } = message;
    const isHeard = call.onStarted(message);
    if (pipes === null) return isHeard;
    const opened = openPipes(this.#child.pid ?? 0, pipes);
    call.onPipes(opened, () => this.cancel(id));
    this.#socket.write(toFrameBytes(MESSAGE.piped, { id, taken: opened !== null }));
    return isHeard;
  }

  #forget(id: number): void {
    this.#calls.delete(id);
    this.#restWhenIdle();
  }

  #restWhenIdle(): void {
    if (this.#starter !== undefined && this.#calls.size === 0) this.#socket.unref();
  }

  #guarded(action: () => void): void {
    try {
      action();
    } catch {
      this.abandon();
      this.#socket.destroy();
    }
  }

  #failed(error: Error): void {
    const errno = "code" in error && typeof error.code === "string" ? error.code : "EINVAL";
    this.#startFailure = { kind: "spawn-failed", errno, message: `the process runner could not be started: ${errno}` };
    this.#socket.destroy();
  }

  #close(): void {
    if (this.#lost) return;
    this.#lost = true;
    // Also when only the connection broke: a runner without one has nothing left to do.
    this.abandon();
    this.#onLost();
    this.#onReady();
    const calls = [...this.#calls.values()];
    this.#calls.clear();
    for (const call of calls) void endLostCall(call, this.#startFailure ?? { kind: "runner-lost" });
  }
}

function startRunner({ killGraceMs, starter }: RunnerLinkOptions): ChildProcess {
  const outerCall = process.env[CALL_MARKER];
  return spawn(process.execPath, [...RUNNER_FLAGS, RUNNER_FILE, String(killGraceMs), starter ?? ""], {
    cwd: "/",
    // Only the marker of a call that this gateway itself is part of, so that ending that call finds this runner too.
    env: outerCall === undefined ? {} : { [CALL_MARKER]: outerCall },
    // Its own session: ^C in the terminal is for the gateway, which then ends its calls in order.
    detached: true,
    stdio: ["ignore", "ignore", "inherit", "pipe"],
  });
}

async function endLostCall(call: GatewayCall, end: ProcessEnd): Promise<void> {
  const { started, request } = call;
  const byMarker = killMarked([request.callId]);
  const byTree = started === undefined ? 0 : await killTree({ callId: request.callId, ...started });
  call.onLost(end, Math.max(await byMarker, byTree));
}
