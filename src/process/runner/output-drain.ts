import { createHash } from "node:crypto";
import type { Hash } from "node:crypto";
import type { Readable } from "node:stream";

/** Hash of no bytes, lower-case hex SHA-256: most programs leave one stream empty. */
export const EMPTY_HASH = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";

export interface DrainOptions {
  /** Bytes to hand on; the rest is only counted and hashed. */
  readonly cap: number;
  /** Up to this many bytes wait, so that a short output travels together with the end of the call. */
  readonly holdBytes: number;
  /** Returns false when the receiver is behind; `resume` is then called once it has caught up. */
  readonly forward: (bytes: Uint8Array, resume: () => void) => boolean;
  /** Called for every chunk, once it is counted. */
  readonly onBytes: () => void;
  readonly onEnd: () => void;
}

/** Reads one output stream of a program to its end, however much it writes. */
export class OutputDrain {
  bytes = 0;
  ended = false;
  /** True while the receiver is behind, so that silence says nothing about the program. */
  waiting = false;
  #hash: Hash | undefined;
  #held: Buffer[] = [];
  #heldBytes = 0;
  readonly #stream: Readable;
  readonly #options: DrainOptions;

  constructor(stream: Readable, options: DrainOptions) {
    this.#stream = stream;
    this.#options = options;
    stream.on("data", (chunk: Buffer) => this.#take(chunk));
    stream.once("end", () => this.#end());
    // An error or a destroyed stream closes without an end.
    stream.once("close", () => this.#end());
    stream.on("error", () => undefined);
  }

  /** Lower-case hex SHA-256 over every byte; call once, after the end. */
  hash(): string {
    return this.#hash === undefined ? EMPTY_HASH : this.#hash.digest("hex");
  }

  /** Hands on what waits. */
  flush(): void {
    if (this.#heldBytes === 0) return;
    const [first] = this.#held;
    const bytes = this.#held.length === 1 && first !== undefined ? first : Buffer.concat(this.#held);
    this.#held = [];
    this.#heldBytes = 0;
    const ready = this.#options.forward(bytes, () => {
      this.waiting = false;
      this.#stream.resume();
    });
    if (ready || this.ended) return;
    this.waiting = true;
    this.#stream.pause();
  }

  /** Stops reading. */
  destroy(): void {
    this.#stream.destroy();
    this.#end();
  }

  #take(chunk: Buffer): void {
    if (this.ended) return;
    const room = this.#options.cap - this.bytes;
    this.bytes += chunk.length;
    this.#hash ??= createHash("sha256");
    this.#hash.update(chunk);
    this.#keep(chunk, room);
    this.#options.onBytes();
  }

  #keep(chunk: Buffer, room: number): void {
    if (room <= 0) return;
    const kept = chunk.length <= room ? chunk : chunk.subarray(0, room);
    this.#held.push(kept);
    this.#heldBytes += kept.length;
    if (this.#heldBytes > this.#options.holdBytes) this.flush();
  }

  #end(): void {
    if (this.ended) return;
    this.ended = true;
    this.#options.onEnd();
  }
}
