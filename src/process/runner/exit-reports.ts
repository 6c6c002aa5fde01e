import type { Readable } from "node:stream";

/** Far above what a confinement says of itself; the program has no part in it. */
const MAX_LENGTH = 64 * 1024;

/** Reads what a confinement says on a descriptor that the program inside does not have. */
export class ExitReports {
  readonly waiting = false;
  readonly #stream: Readable;
  #text = "";
  #ended = false;

  constructor(stream: Readable, onEnd: () => void) {
    this.#stream = stream;
    stream.setEncoding("latin1");
    stream.on("data", (text: string) => {
      if (this.#text.length < MAX_LENGTH) this.#text += text;
    });
    stream.on("error", () => undefined);
    stream.once("close", () => {
      this.#ended = true;
      onEnd();
    });
  }

  get ended(): boolean {
    return this.#ended;
  }

  get bytes(): number {
    return this.#text.length;
  }

  /** Whether the program ever began; it is said when it has ended. */
  get hasBegun(): boolean {
    return this.#text.includes('"exit-code"');
  }

  destroy(): void {
    this.#stream.destroy();
  }
}
