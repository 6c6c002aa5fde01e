import type { Readable, Writable } from "node:stream";
import type { ProcessRequest } from "../process-runner.ts";
import type { SpawnFailure } from "./spawn-failure.ts";

/** What to start, with its input as bytes; absent: none. */
export type StartOrder = Omit<ProcessRequest, "stdin"> & { readonly stdin?: Uint8Array | undefined };

/** Exactly one of the two is null; both are when it is not known how the program ended. */
export type ExitListener = (code: number | null, signal: string | null) => void;

/** A program that runs. Its end is told in a later turn of the event loop, once. */
export interface StartedChild {
  readonly pid: number;
  /** Its input, `null` when the order has none and reading ends at once, and its output; to be called once. */
  readonly streams: () => ChildStreams;
  /** The same two as descriptors of this process, for another one to open; `null`: they are no pipes. */
  readonly pipes: DirectPipes | null;
  readonly stderr: Readable;
  /** What it writes to descriptor 3; `null`: it has none. */
  readonly reports: Readable | null;
  readonly onExit: (listener: ExitListener) => void;
}

export interface ChildStreams {
  readonly stdin: Writable | null;
  readonly stdout: Readable;
}

/** Numbers of descriptors, of the process that started the program. */
export interface DirectPipes {
  readonly stdin: number;
  readonly stdout: number;
}

/**
 * Starts the program as leader of its own session, with empty or piped input, piped output and no other descriptor but, where asked for, 3.
 * Calls back exactly once, later or at once, when it could not be started.
 */
export type ChildStarter = (order: StartOrder, onFailure: (failure: SpawnFailure) => void) => StartedChild | undefined;
