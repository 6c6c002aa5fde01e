import type { Libc } from "./libc.ts";
import { toSystemError } from "./system-error.ts";

const FIRST_BYTES = 64 * 1024;

/** Memory for the texts that one call reads. It is used again by the next call and grows to the largest of them. */
export class CallMemory {
  readonly #addressOf: Libc["addressOf"];
  #bytes: Buffer;
  #address: bigint;

  constructor(libc: Pick<Libc, "addressOf">) {
    this.#addressOf = libc.addressOf;
    this.#bytes = Buffer.alloc(FIRST_BYTES);
    this.#address = this.#addressOf(this.#bytes);
  }

  /**
   * Writes every text as UTF-8 with a NUL at its end and returns their addresses, each list ended by a zero. The addresses
   * of the last call are then void. Throws EINVAL for a text that holds a NUL itself.
   */
  write(lists: readonly (readonly string[])[]): readonly BigUint64Array[] {
    this.#grow(lists);
    let at = 0;
    return lists.map((texts) => {
      const addresses = new BigUint64Array(texts.length + 1);
      for (const [index, text] of texts.entries()) {
        if (text.includes("\0")) throw toSystemError(22, "NUL byte");
        addresses[index] = this.#address + BigInt(at);
        at += this.#bytes.write(text, at, "utf8");
        this.#bytes[at] = 0;
        at += 1;
      }
      return addresses;
    });
  }

  #grow(lists: readonly (readonly string[])[]): void {
    let needed = 0;
    for (const texts of lists) for (const text of texts) needed += Buffer.byteLength(text) + 1;
    if (needed <= this.#bytes.length) return;
    this.#bytes = Buffer.alloc(needed);
    this.#address = this.#addressOf(this.#bytes);
  }
}
