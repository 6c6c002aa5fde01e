import { MARKER } from "../scrubber.ts";
import type { Span } from "./view.ts";

interface Named extends Span {
  readonly name: string;
}

/** Where secrets stand in a text, overlapping as they may. */
export class Spans {
  #all: Named[] = [];
  #reported = 0;

  get count(): number {
    return this.#all.length;
  }

  add(start: number, end: number, name: string): void {
    const last = this.#all.at(-1);
    // A name with two words of secrets has one value.
    if (last?.start !== start || last.end !== end || last.name !== name) this.#all.push({ start, end, name });
  }

  /** Takes back what was added after there were `count`. */
  dropAfter(count: number): void {
    this.#all.length = count;
  }

  /** Calls back for each that was added since it was last asked. */
  report(onHit: (name: string) => void): void {
    for (const { name } of this.#all.slice(this.#reported)) onHit(name);
    this.#reported = this.#all.length;
  }

  /** Forgets the first `length` characters of the text, and what lies in them. */
  shift(length: number): void {
    if (this.#all.length > 0) {
      this.#all = this.#all
        .filter(({ end }) => end > length)
        .map(({ start, end, name }) => ({ start: start - length, end: end - length, name }));
    }
    this.#reported = this.#all.length;
  }

  /** What stands there from `from` up to `to`, with one marker for all that overlap; none for what began before `from`. */
  render(text: string, from: number, to: number): string {
    if (this.#all.length === 0) return from === 0 && to === text.length ? text : text.slice(from, to);
    let out = "";
    let at = from;
    let covered = 0;
    for (const { start, end } of this.#all.toSorted((one, other) => one.start - other.start)) {
      if (start >= to) break;
      if (start >= covered && start >= from) {
        out += text.slice(at, start) + MARKER;
        at = start;
      }
      covered = Math.max(covered, end);
      at = Math.max(at, Math.min(end, to));
    }
    return out + text.slice(at, Math.max(at, to));
  }
}
