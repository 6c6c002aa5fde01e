import type { JSONRPCMessage, Transport } from "@modelcontextprotocol/client";
import type { OpenProcess, ProcessResult, ProcessRunner } from "../../../process/process-runner.ts";
import { showText } from "../../../text/show-text.ts";
import { createLineReader } from "./line-reader.ts";
import type { ConfinedServer, ServerProgram } from "./server-program.ts";

const STDERR_BYTES = 4096;
/** Of one batch, which the revisions of early 2025 know. */
const MAX_BATCH = 100;

export interface ChildTransportOptions {
  readonly runner: Pick<ProcessRunner, "open">;
  readonly program: ServerProgram;
  readonly confined: ConfinedServer | null;
  readonly maxMessageBytes: number;
}

/** Speaks to a program over its standard input and output, a message a line. Whatever else it prints is passed over. */
export class ChildTransport implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: (message: JSONRPCMessage) => void;
  /** Why it is over; `null` while it is not. */
  reason: string | null = null;
  /** The same without what it said, and the end of what it wrote to standard error; empty: nothing. */
  why = "";
  said = "";
  /** Who ended it: the program, Toolgate because it failed, or Toolgate because it was asked to; `null`: nobody yet. */
  cause: "exited" | "failed" | "closed" | null = null;
  readonly #options: ChildTransportOptions;
  #program: OpenProcess | undefined;
  #said = Buffer.alloc(0);
  #broken: { readonly cause: "failed" | "closed"; readonly reason: string } | null = null;
  #over: Promise<void> = Promise.resolve();

  constructor(options: ChildTransportOptions) {
    this.#options = options;
  }

  start(): Promise<void> {
    const { runner, program, confined, maxMessageBytes } = this.#options;
    const read = createLineReader(
      maxMessageBytes,
      (line) => this.#takeLine(line),
      () => this.#break(`it wrote more than ${maxMessageBytes} bytes without the end of a message`),
    );
    const onChunk = (stream: "stdout" | "stderr", bytes: Uint8Array): void => {
      if (stream === "stdout") read(bytes);
      else this.#keepSaid(bytes);
    };
    this.#program = runner.open(toRequest(program, confined), { onChunk });
    this.#over = this.#program.ended.then(
      (result) => this.#finish(result),
      async (error: unknown) => {
        await this.#closeConfinement();
        this.#end("failed", String(error));
      },
    );
    return Promise.resolve();
  }

  async send(message: JSONRPCMessage): Promise<void> {
    if (this.#program === undefined || this.reason !== null) throw new Error("the program has ended");
    await this.#program.write(Buffer.from(`${JSON.stringify(message)}\n`));
  }

  /** Resolves when its last process is gone. */
  async close(): Promise<void> {
    this.#broken ??= { cause: "closed", reason: "it was closed" };
    // What was made for a program that was never started has to go, too.
    if (this.#program === undefined) await this.#options.confined?.close();
    else this.#program.stop();
    await this.#over;
  }

  #takeLine(line: string): void {
    const message = parse(line);
    if (message === undefined) return;
    const messages = Array.isArray(message) ? message.slice(0, MAX_BATCH) : [message];
    for (const each of messages) {
      // Whether it is a message at all, the client looks at itself.
      if (typeof each === "object" && each !== null) this.onmessage?.(each as JSONRPCMessage);
    }
  }

  #keepSaid(bytes: Uint8Array): void {
    this.#said = Buffer.from(Buffer.concat([this.#said, bytes]).subarray(-STDERR_BYTES));
  }

  #break(reason: string): void {
    this.#broken ??= { cause: "failed", reason };
    this.onerror?.(new Error(reason));
    this.#program?.stop();
  }

  async #finish({ end }: ProcessResult): Promise<void> {
    const { confined } = this.#options;
    await this.#closeConfinement();
    const said = this.#said.toString("utf8").trim();
    this.said = said;
    const never = end.kind === "spawn-failed" && end.errno === "NEVER_BEGAN" ? confined?.explain?.(said) : undefined;
    const why = this.#broken?.reason ?? never?.message ?? describe(end);
    this.why = why;
    const isOwn = end.kind === "exited" || end.kind === "signalled";
    const cause = this.#broken?.cause ?? (isOwn ? "exited" : "failed");
    this.#end(cause, said === "" || cause === "closed" ? why : `${why}; it said: ${showText(said, STDERR_BYTES)}`);
  }

  async #closeConfinement(): Promise<void> {
    await this.#options.confined?.close().catch((error: unknown) => this.onerror?.(new Error(String(error))));
  }

  #end(cause: "exited" | "failed" | "closed", reason: string): void {
    this.cause = cause;
    this.reason = reason;
    this.onclose?.();
  }
}

function toRequest(program: ServerProgram, confined: ConfinedServer | null): Parameters<ProcessRunner["open"]>[0] {
  if (confined === null) return program;
  const { argv, cwd, places, ownNamespace, explain } = confined;
  const env = { ...program.env, ...confined.env };
  return { ...program, argv, cwd, env, places, ownNamespace, reportsExit: explain !== null };
}

function parse(line: string): unknown {
  if (line.trim() === "") return undefined;
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

function describe(end: ProcessResult["end"]): string {
  switch (end.kind) {
    case "exited":
      return `its program ended with exit code ${end.exitCode}`;
    case "signalled":
      return `its program was ended by ${end.signal}`;
    case "spawn-failed":
      return end.message;
    case "runner-lost":
      return "the process that starts programs was lost";
    case "cancelled":
    case "timeout":
    case "output-limit":
      return "its program was ended";
  }
}
