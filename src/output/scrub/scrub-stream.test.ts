import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createScrubbing } from "./create-scrubbing.ts";
import { cut, secretText } from "./fragments.fixture.ts";
import type { Scrubber } from "./scrubber.ts";

const VALUES = [
  "hunter2",
  's3cr3t/Value with+ä&"quote"',
  "ab",
  "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaab",
  "token: x",
];

const scrubbing = createScrubbing({
  patternsOff: [],
  patterns: [{ name: "ticket", pattern: "TICKET-[0-9]+ (?:by|for) \\w+" }],
  registered: { current: () => Promise.resolve(["registered-1234", "0123456789abcdef"]) },
});
await scrubbing.refresh();
const withValues = scrubbing.scrubberFor(VALUES);
const patternsOnly = createScrubbing({
  patternsOff: [],
  patterns: [],
  registered: { current: () => Promise.resolve([]) },
}).scrubberFor([]);

function inPieces(scrubber: Scrubber, pieces: readonly string[]): string {
  const stream = scrubber.stream();
  return pieces.map((piece) => stream.push(piece)).join("") + stream.end();
}

describe("a stream", () => {
  it.each<[string, Scrubber]>([
    ["patterns", patternsOnly],
    ["patterns, values and an own pattern", withValues],
  ])("gives what scrubbing the whole gives, however it is cut: %s", (_what, scrubber) => {
    fc.assert(
      fc.property(secretText, fc.array(fc.nat(), { maxLength: 40 }), (text, places) => {
        expect(inPieces(scrubber, cut(text, places))).toBe(scrubber.scrub(text));
      }),
      { numRuns: 2_000 },
    );
  });

  it("does so when it comes one character at a time, or is long", () => {
    fc.assert(
      fc.property(secretText, (text) => {
        expect(inPieces(withValues, text.match(/[^]/g) ?? [])).toBe(withValues.scrub(text));
        const long = `${text}\n${"x y ".repeat(200)}${text}`.repeat(3);
        expect(inPieces(withValues, cut(long, [100, 1_000, 2_000, 2_001, 2_500]))).toBe(withValues.scrub(long));
      }),
      { numRuns: 200 },
    );
  });

  it.each([
    ["a run of hex digits without end", "0123456789abcdef".repeat(4_000)],
    ["a token without end", `sk-ant-${"k7Qz2Mw9".repeat(5_000)}`],
    ["a value without end", `password=${"k7Qz2Mw9".repeat(5_000)}`],
    ["a key without end", `-----BEGIN PRIVATE KEY-----\n${`${"k7Qz2Mw9".repeat(8)}\n`.repeat(1_000)}`],
  ])("gives the same for %s, and does not keep it all", (_what, text) => {
    const stream = patternsOnly.stream();
    let out = "";
    let sent = 0;
    for (let at = 0; at < text.length; at += 1_000) {
      out += stream.push(text.slice(at, at + 1_000));
      sent += 1_000;
      if (sent > 34_000) expect(out).not.toBe("");
    }
    expect(out + stream.end()).toBe(patternsOnly.scrub(text));
  });

  it.each([
    ["hello world\n", "hello world\n"],
    ["const x = 1;\n", "const x = 1;\n"],
    ["The token is out of date.\n", "The token is out of date.\n"],
  ])("holds nothing of %j back", (piece, expected) => {
    expect(patternsOnly.stream().push(piece)).toBe(expected);
  });

  it.each([
    ["password: hun", "", "ter2hunter2\n", "password: [REDACTED]\n"],
    ["so ghp_abc", "so ", `${"k7Qz2Mw9Xp4R".repeat(3)} x`, "[REDACTED] x"],
    ["see hunt", "see ", "er2 there", "[REDACTED] there"],
    ["see hunt", "see ", "ing", "hunting"],
  ])("holds of %j back what may be a secret", (first, given, second, then) => {
    const stream = withOne.stream();
    expect(stream.push(first)).toBe(given);
    expect(stream.push(second) + stream.end()).toBe(then);
  });

  it("never parts the halves of a character", () => {
    const stream = patternsOnly.stream();
    expect(stream.push("x\ud83d")).toBe("x");
    expect(stream.push("\ude00")).toBe("😀");
  });
});

const withOne = createScrubbing({
  patternsOff: [],
  patterns: [],
  registered: { current: () => Promise.resolve([]) },
}).scrubberFor(["hunter2"]);

describe("a text that was cut off", () => {
  it("loses as much as the longest value could have there, whatever it ends with", () => {
    // The longest way to write the value is in hex.
    const held = 2 * "hunter2".length - 1;
    expect(withOne.scrubCut("x".repeat(400))).toBe("x".repeat(400 - held));
    expect(withOne.scrubCut(`${"x".repeat(393)}hunter2`)).toBe("x".repeat(400 - held));
    expect(withOne.scrubCut(`${"x".repeat(380)}hunter2${"x".repeat(13)}`)).toBe(`${"x".repeat(380)}[REDACTED]`);
    expect(withOne.scrubCut(`${"x".repeat(381)}hunter2${"x".repeat(12)}`)).toBe(`${"x".repeat(381)}[REDACTED]`);
  });

  it("ends before what may have been a secret", () => {
    expect(patternsOnly.scrubCut("go on\npassword: hunt")).toBe("go on\n");
    expect(patternsOnly.scrubCut("go on ghp_k7Qz2")).toBe("go on ");
    expect(patternsOnly.scrubCut("go on\n")).toBe("go on\n");
  });

  it("never shows more than the whole would", () => {
    fc.assert(
      fc.property(secretText, fc.nat(), (text, place) => {
        const at = place % (text.length + 1);
        const whole = patternsOnly.scrub(text);
        expect(whole.startsWith(patternsOnly.scrubCut(text.slice(0, at)))).toBe(true);
      }),
      { numRuns: 1_000 },
    );
  });
});
