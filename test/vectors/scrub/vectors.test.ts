import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { createScrubbing } from "../../../src/output/scrub/create-scrubbing.ts";
import { SCRUB_PATTERNS } from "../../../src/output/scrub/patterns/pattern-table.ts";

interface ScrubVector {
  /** The pattern that it is about. */
  readonly name?: string;
  readonly text: string;
  readonly expected: string;
}

const LEAST_VECTORS = 600;

/**
 * One JSON object a line. A letter of each token is written as an escape, so that whoever looks for leaked tokens in this
 * repository does not find these.
 */
function readVectors(file: string): readonly ScrubVector[] {
  return readFileSync(path.join(import.meta.dirname, file), "utf8")
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as ScrubVector);
}

const files = readdirSync(import.meta.dirname).filter((name) => name.endsWith(".jsonl"));
const all = files.flatMap(readVectors);
const scrubber = createScrubbing({
  patternsOff: [],
  patterns: [],
  registered: { current: () => Promise.resolve([]) },
}).scrubberFor([]);

describe.each(files)("%s", (file) => {
  it.each(readVectors(file).map(({ text, expected }) => [text, expected]))("%j", (text, expected) => {
    expect(scrubber.scrub(text)).toBe(expected);
  });
});

describe("all of them", () => {
  it("are many, and of each pattern there is something that it finds and something that it leaves", () => {
    expect(all.length).toBeGreaterThan(LEAST_VECTORS);
    for (const { name } of SCRUB_PATTERNS) {
      const own = all.filter((vector) => vector.name === name);
      expect(own.some(({ text, expected }) => text !== expected), `${name} finds something`).toBe(true);
      expect(own.some(({ text, expected }) => text === expected), `${name} leaves something`).toBe(true);
    }
  });

  it("stay as they are when they are scrubbed once more", () => {
    for (const { expected } of all) expect(scrubber.scrub(expected)).toBe(expected);
  });

  it("come out the same in pieces, and below each other", () => {
    for (const { text, expected } of all) {
      const stream = scrubber.stream();
      expect((text.match(/[^]{1,3}/g) ?? []).map((piece) => stream.push(piece)).join("") + stream.end()).toBe(expected);
    }
    const closed = all.filter(({ text }) => !text.includes("-----BEGIN"));
    expect(scrubber.scrub(closed.map(({ text }) => `${text}\n\n`).join(""))).toBe(
      closed.map(({ expected }) => `${expected}\n\n`).join(""),
    );
  });
});

describe("a pattern that is switched off", () => {
  it.each(SCRUB_PATTERNS.map(({ name, hits }) => [name, hits[0] ?? ""] as const))("finds nothing: %s", (name, text) => {
    const others = SCRUB_PATTERNS.map((pattern) => pattern.name).filter((other) => other !== name);
    const registered = { current: () => Promise.resolve([]) };
    const only = createScrubbing({ patternsOff: others, patterns: [], registered });
    expect(only.scrubberFor([]).scrub(text)).toContain("[REDACTED]");
    const none = createScrubbing({ patternsOff: [name, ...others], patterns: [], registered });
    expect(none.scrubberFor([]).scrub(text)).toBe(text);
  });

  it("must be one that there is", () => {
    const registered = { current: () => Promise.resolve([]) };
    expect(() => createScrubbing({ patternsOff: ["github"], patterns: [], registered })).toThrow("scrub-patterns.md");
  });
});
