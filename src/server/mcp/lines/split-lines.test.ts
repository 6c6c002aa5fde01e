import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { splitLines } from "./split-lines.ts";

function collect(maxBytes: number): {
  push: (chunk: Buffer) => void;
  lines: string[];
  tails: string[];
  heads: string[];
} {
  const lines: string[] = [];
  const tails: string[] = [];
  const heads: string[] = [];
  const push = splitLines(maxBytes, {
    onLine: (bytes) => lines.push(bytes.toString("utf8")),
    onTooLong: ({ head, tail }) => {
      heads.push(head.toString("utf8"));
      tails.push(tail.toString("utf8"));
    },
  });
  return { push, lines, tails, heads };
}

describe("splitLines", () => {
  it("gives the same lines however the bytes are cut into chunks", () => {
    const line = fc.string({ unit: "grapheme", maxLength: 30 }).map((text) => text.replaceAll("\n", " "));
    fc.assert(
      fc.property(fc.array(line, { maxLength: 8 }), fc.array(fc.integer({ min: 1, max: 20 })), (sent, cuts) => {
        const { push, lines, tails } = collect(10_000);
        const bytes = Buffer.from(sent.map((text) => `${text}\n`).join(""));
        let start = 0;
        for (const cut of cuts) {
          push(bytes.subarray(start, start + cut));
          start += cut;
        }
        push(bytes.subarray(start));
        expect(lines).toEqual(sent);
        expect(tails).toEqual([]);
      }),
    );
  });

  it("keeps an unfinished line to itself", () => {
    const { push, lines } = collect(100);
    push(Buffer.from("one\ntw"));
    expect(lines).toEqual(["one"]);
    push(Buffer.from("o\n\n"));
    expect(lines).toEqual(["one", "two", ""]);
  });

  it.each([
    { what: "one chunk", size: 10_000 },
    { what: "many chunks", size: 7 },
    { what: "single bytes", size: 1 },
  ])("throws away what is over the limit in $what, but neither of its ends nor the next line", ({ size }) => {
    const { push, lines, tails, heads } = collect(1000);
    const bytes = Buffer.from(`${"x".repeat(1000)}\nBEGIN${"y".repeat(5000)}END\nnext\n`);
    for (let start = 0; start < bytes.length; start += size) push(bytes.subarray(start, start + size));
    expect(lines).toEqual(["x".repeat(1000), "next"]);
    expect(tails).toHaveLength(1);
    expect(tails[0]?.endsWith("yyyEND")).toBe(true);
    expect(tails[0]?.length).toBeLessThanOrEqual(256);
    expect(heads).toEqual([expect.stringMatching(/^BEGINy{251}$/)]);
  });
});
