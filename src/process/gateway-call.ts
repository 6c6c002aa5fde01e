import { createHash } from "node:crypto";
import type { Socket } from "node:net";
import type { OpenedPipes } from "./direct-pipes.ts";
import type { EndedMessage, StartedMessage } from "./messages.ts";
import { EMPTY_HASH } from "./runner/output-drain.ts";
import type { ProcessEnd, ProcessEvents, ProcessRequest, ProcessResult } from "./process-runner.ts";

type StreamName = "stdout" | "stderr";

/** How long a pipe may stay open once the tree is dead: what was written is in it, and reading it needs no writer. */
const PIPE_WAIT_MS = 500;

/** The gateway's side of one running call: gathers what the runner reports into the result. */
export class GatewayCall {
  readonly request: ProcessRequest;
  readonly result: Promise<ProcessResult>;
  started: StartedMessage | undefined;
  /** Called with how many bytes of input the program took. */
  taken: (bytes: number) => void = () => undefined;
  /** Where input goes once the program runs; `null`: through the runner. Also resolves, with `null`, when it does not run. */
  readonly input: Promise<Socket | null>;
  readonly #events: ProcessEvents;
  readonly #began = Date.now();
  readonly #output: Record<StreamName, Uint8Array[]> = { stdout: [], stderr: [] };
  #pipes: OpenedPipes | null = null;
  #onInput: (input: Socket | null) => void = () => undefined;
  #failure: { readonly error: unknown } | undefined;
  #resolve: (result: ProcessResult) => void = () => undefined;
  #reject: (error: unknown) => void = () => undefined;

  constructor(request: ProcessRequest, events: ProcessEvents) {
    this.request = request;
    this.#events = events;
    this.input = new Promise((resolve) => (this.#onInput = resolve));
    this.result = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
  }

  /** Returns false when the listener threw: the call must then be cancelled. */
  onStarted(message: StartedMessage): boolean {
    this.started = message;
    if (message.pipes === null) this.#onInput(null);
    return this.#tell(() => this.#events.onStarted?.(message.pid));
  }

  /** Returns false when the listener threw: the call must then be cancelled. */
  onOutput(stream: StreamName, bytes: Uint8Array): boolean {
    // A copy: the bytes of a frame share memory with everything that arrived together with them.
    const own = Uint8Array.from(bytes);
    // What stays may write for as long as it lives.
    if (this.request.interactive !== true) this.#output[stream].push(own);
    return !this.request.stream || this.#tell(() => this.#events.onChunk?.(stream, own));
  }

  /** Reads and writes without the runner; `null`: it goes on in between. `cancel` ends the call, when the listener threw. */
  onPipes(pipes: OpenedPipes | null, cancel: () => void): void {
    this.#pipes = pipes;
    pipes?.stdin.on("error", () => undefined);
    pipes?.stdout.on("error", () => undefined);
    pipes?.stdout.on("data", (bytes: Buffer) => {
      if (!this.#tell(() => this.#events.onChunk?.("stdout", bytes))) cancel();
    });
    this.#onInput(pipes?.stdin ?? null);
  }

  onTaken(bytes: number): boolean {
    this.taken(bytes);
    return true;
  }

  onEnded(message: EndedMessage): void {
    const settle = (): void =>
      this.#settle({
        ...message,
        stdout: Buffer.concat(this.#output.stdout),
        stderr: Buffer.concat(this.#output.stderr),
      });
    const output = this.#pipes?.stdout;
    if (output === undefined || output.closed) settle();
    else {
      const stuck = setTimeout(() => output.destroy(), PIPE_WAIT_MS);
      output.once("close", () => {
        clearTimeout(stuck);
        settle();
      });
    }
  }

  /** The end without a report: counts and hashes cover the bytes that arrived, more is not known. */
  onLost(end: ProcessEnd, leftoverProcesses: number): void {
    const stdout = Buffer.concat(this.#output.stdout);
    const stderr = Buffer.concat(this.#output.stderr);
    this.#settle({
      end,
      durationMs: Date.now() - this.#began,
      stdout,
      stderr,
      stdoutBytes: stdout.length,
      stderrBytes: stderr.length,
      stdoutHash: toHash(stdout),
      stderrHash: toHash(stderr),
      leftoverProcesses,
    });
  }

  #settle(outcome: Omit<ProcessResult, "pid" | "startedAtMs">): void {
    this.#onInput(null);
    this.#pipes?.stdin.destroy();
    this.#pipes?.stdout.destroy();
    if (this.#failure !== undefined) {
      this.#reject(this.#failure.error);
      return;
    }
    const { end, durationMs, stdout, stderr, stdoutBytes, stderrBytes, stdoutHash, stderrHash } = outcome;
    this.#resolve({
      end,
      pid: this.started?.pid ?? null,
      startedAtMs: this.started?.startedAtMs ?? this.#began,
      durationMs,
      stdout,
      stderr,
      stdoutBytes,
      stderrBytes,
      stdoutHash,
      stderrHash,
      leftoverProcesses: outcome.leftoverProcesses,
    });
  }

  /** A listener's mistake must reach its owner, but only once the program is dead. */
  #tell(listener: () => void): boolean {
    if (this.#failure !== undefined) return true;
    try {
      listener();
      return true;
    } catch (error) {
      this.#failure = { error };
      return false;
    }
  }
}

function toHash(bytes: Uint8Array): string {
  return bytes.length === 0 ? EMPTY_HASH : createHash("sha256").update(bytes).digest("hex");
}
