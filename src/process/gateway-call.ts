import { createHash } from "node:crypto";
import type { EndedMessage, StartedMessage } from "./messages.ts";
import { EMPTY_HASH } from "./output-drain.ts";
import type { ProcessEnd, ProcessEvents, ProcessRequest, ProcessResult } from "./process-runner.ts";

type StreamName = "stdout" | "stderr";

/** The gateway's side of one running call: gathers what the runner reports into the result. */
export class GatewayCall {
  readonly request: ProcessRequest;
  readonly result: Promise<ProcessResult>;
  started: StartedMessage | undefined;
  /** Called with how many bytes of input the program took. */
  taken: (bytes: number) => void = () => undefined;
  readonly #events: ProcessEvents;
  readonly #began = Date.now();
  readonly #output: Record<StreamName, Uint8Array[]> = { stdout: [], stderr: [] };
  #failure: { readonly error: unknown } | undefined;
  #resolve: (result: ProcessResult) => void = () => undefined;
  #reject: (error: unknown) => void = () => undefined;

  constructor(request: ProcessRequest, events: ProcessEvents) {
    this.request = request;
    this.#events = events;
    this.result = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
  }

  /** Returns false when the listener threw: the call must then be cancelled. */
  onStarted(message: StartedMessage): boolean {
    this.started = message;
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

  onTaken(bytes: number): boolean {
    this.taken(bytes);
    return true;
  }

  onEnded(message: EndedMessage): void {
    this.#settle({
      ...message,
      stdout: Buffer.concat(this.#output.stdout),
      stderr: Buffer.concat(this.#output.stderr),
    });
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
