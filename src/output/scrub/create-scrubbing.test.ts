import { describe, expect, it } from "vitest";
import { createScrubbing } from "./create-scrubbing.ts";
import type { Scrubbing } from "./create-scrubbing.ts";
import { createValueScrubber } from "./create-value-scrubber.ts";
import type { OwnPattern } from "./scrub-index.ts";

const registered = { current: () => Promise.resolve([]) };

function scrubbingWith(patterns: readonly OwnPattern[] = []): Scrubbing {
  return createScrubbing({ patternsOff: [], patterns, registered });
}

describe("values of a call", () => {
  it.each<[what: string, values: readonly string[], text: string, expected: string]>([
    ["as they are", ["hunter2"], "a hunter2 b hunter2", "a [REDACTED] b [REDACTED]"],
    ["one after the other", ["hunter2"], "hunter2hunter2", "[REDACTED][REDACTED]"],
    ["one within another", ["abcd", "xabcdy"], "xabcdy abcd", "[REDACTED] [REDACTED]"],
    ["overlapping: nothing of either stays", ["abcdef", "defghi"], "-abcdefghi-", "-[REDACTED]-"],
    ["overlapping itself", ["abab"], "-abababab-", "-[REDACTED]-"],
    ["within a pattern", ["hunter2"], "password=hunter2hunter99", "password=[REDACTED]"],
    ["across the end of a pattern", ["Xp4R tail"], "sk-k7Qz2Mw9Xp4Rk7Qz2Mw9Xp4R tail", "[REDACTED]"],
    ["of two characters", ["ab"], "cab ab", "c[REDACTED] [REDACTED]"],
    ["of one", ["%"], "100%", "100[REDACTED]"],
    ["with the marks of patterns", ["$&", "a.c", "(x"], "$& abc a.c (x", "[REDACTED] abc [REDACTED] [REDACTED]"],
    ["of which one is nothing", ["", "hunter2"], "x hunter2", "x [REDACTED]"],
    ["that are the marker", ["[REDACTED]"], "is [REDACTED]", "is [REDACTED]"],
    [
      "of many lines, line by line",
      ["first line 1\nsecond line 2\n"],
      "second line 2, first line 1",
      "[REDACTED], [REDACTED]",
    ],
    [
      "exempt as digests, but secret",
      [`sha256:${"0123456789abcdef".repeat(4)}`],
      `sha256:${"0123456789abcdef".repeat(4)}`,
      "[REDACTED]",
    ],
    ["of other scripts", ["пароль-😀"], "это пароль-😀!", "это [REDACTED]!"],
  ])("%s", (_what, values, text, expected) => {
    expect(scrubbingWith().scrubberFor(values).scrub(text)).toBe(expected);
  });

  it.each<[what: string, toText: (value: string) => string]>([
    ["in JSON", (value) => JSON.stringify(value).slice(1, -1)],
    ["in JSON of JSON", (value) => JSON.stringify(JSON.stringify(value)).slice(3, -3)],
    ["in JSON that escapes slashes", (value) => JSON.stringify(value).slice(1, -1).replaceAll("/", "\\/")],
    [
      "in JSON that is safe in HTML",
      (value) =>
        JSON.stringify(value)
          .slice(1, -1)
          .replace(/[<>&]/g, (char) => `\\u00${char.charCodeAt(0).toString(16)}`),
    ],
    ["in a URL", encodeURIComponent],
    ["in a form", (value) => new URLSearchParams({ v: value }).toString().slice(2)],
    ["in HTML", (value) => value.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;")],
    ["in a word of a shell", (value) => value.replaceAll("'", "'\\''")],
    ["in base64", (value) => Buffer.from(value).toString("base64")],
    ["in base64 for URLs", (value) => Buffer.from(value).toString("base64url")],
    ["in hex", (value) => Buffer.from(value).toString("hex")],
    ["in hex with capitals", (value) => Buffer.from(value).toString("hex").toUpperCase()],
  ])("%s", (_what, toText) => {
    const value = `p<&"'/\u00e9 ss-word+9`;
    const { scrub } = createValueScrubber([value]);
    expect(scrub(`a ${toText(value)} b`)).toMatch(/^a \[REDACTED\]=* b$/);
  });

  it("in base64, whatever stands before", () => {
    const { scrub } = createValueScrubber(["s3cr3t-value-9"]);
    for (const before of ["", "u", "us", "use", "user:"]) {
      const text = scrub(Buffer.from(`${before}s3cr3t-value-9:more`).toString("base64"));
      expect(text).toContain("[REDACTED]");
      expect(Buffer.from(text.replaceAll("[REDACTED]", ""), "base64").toString()).not.toContain("cr3t-val");
    }
  });

  it("are taken out as members too, and nothing is taken out of others", () => {
    const { scrubMember, scrub } = scrubbingWith().scrubberFor(["hunter2"]);
    expect(scrubMember("user", "hunter2")).toBe("[REDACTED]");
    expect(scrub("hunter")).toBe("hunter");
  });
});

describe("members of objects", () => {
  const { scrubMember } = scrubbingWith().scrubberFor([]);

  it.each([
    ["token", "abcdefghijklmnop"],
    ["password", "hunter2"],
    ["db.password", "hunter2"],
    ["X-Api-Key", "7f9a8b7c6d5e4f3a"],
    ["clientSecret", "k7Qz2Mw9Xp4R"],
    ["note", "sk-k7Qz2Mw9Xp4Rk7Qz2Mw9"],
  ])("of which the name or the text is one of a secret: %s", (name, text) => {
    expect(scrubMember(name, text)).toBe("[REDACTED]");
  });

  it.each([
    ["token", "<token>"],
    ["nextPageToken", "CAUQAA12345678"],
    ["password", "Enter your password"],
    ["secretName", "my-app-tls-1"],
    ["key", "user:12345678"],
    ["", "abcdefgh12345"],
    ["x".repeat(10_000), "abcdefgh12345"],
  ])("of which neither is: %.30s", (name, text) => expect(scrubMember(name, text)).toBe(text));

  it("are only judged by their names while that pattern is on", () => {
    const off = createScrubbing({ patternsOff: ["assigned-secret"], patterns: [], registered });
    expect(off.scrubberFor([]).scrubMember("password", "hunter2")).toBe("hunter2");
  });
});

describe("patterns of the operator", () => {
  it("are looked for in each line", () => {
    const { scrub } = scrubbingWith([{ name: "ticket", pattern: "TICKET-[0-9]+" }]).scrubberFor([]);
    expect(scrub("see TICKET-12,\nTICKET-3 and TICKET-x")).toBe("see [REDACTED],\n[REDACTED] and TICKET-x");
  });

  it("take out their first group alone, where they have one", () => {
    const { scrub } = scrubbingWith([{ name: "customer", pattern: "customer=(\\w+)(;|$)" }]).scrubberFor([]);
    expect(scrub("customer=acme; customer=")).toBe("customer=[REDACTED]; customer=");
  });

  it("find what stands far out in a long line, wherever it is cut", () => {
    const { scrub, stream } = scrubbingWith([{ name: "ticket", pattern: "TICKET-[0-9]+" }]).scrubberFor([]);
    for (const before of [8_180, 8_190, 16_380, 16_390, 40_000]) {
      const text = `${"x".repeat(before)}TICKET-12345 ${"y".repeat(20_000)}\nTICKET-1`;
      const expected = `${"x".repeat(before)}[REDACTED] ${"y".repeat(20_000)}\n[REDACTED]`;
      expect(scrub(text)).toBe(expected);
      const pieces = stream();
      expect((text.match(/[^]{1,777}/g) ?? []).map((piece) => pieces.push(piece)).join("") + pieces.end()).toBe(
        expected,
      );
    }
  });

  it("take linear time, whatever they are", () => {
    const { scrub } = scrubbingWith([{ name: "hard", pattern: "(g+)+h" }]).scrubberFor([]);
    expect(scrub("g".repeat(20_000))).toBe("g".repeat(20_000));
  });

  it.each([
    ["(", "missing"],
    ["(?=x)", ""],
    ["(.)\\1", ""],
    ["x*", "finds nothing"],
    ["x".repeat(1_001), "1001 characters"],
    ["(x{40}y{40}){20}", "repeats"],
  ])("are refused when they cannot be used: %.20s", (pattern, message) => {
    expect(() => scrubbingWith([{ name: "mine", pattern }])).toThrow('"mine" cannot be used');
    expect(() => scrubbingWith([{ name: "mine", pattern }])).toThrow(message);
  });
});

describe("what is found", () => {
  it("is reported by name, once for each place", () => {
    const hits: string[] = [];
    const scrubber = scrubbingWith([{ name: "ticket", pattern: "TICKET-[0-9]+" }]).scrubberFor(["hunter2"], (name) => {
      hits.push(name);
    });
    const text = "AWS_SECRET_ACCESS_KEY=wJalrXUtnFEMI99 TICKET-1 hunter2";
    scrubber.scrub(text);
    expect(hits.sort()).toEqual(["assigned-secret", "secret-of-the-call", "ticket"]);
    hits.length = 0;
    const stream = scrubber.stream();
    for (const char of text.match(/[^]/g) ?? []) stream.push(char);
    stream.end();
    expect(hits.sort()).toEqual(["assigned-secret", "secret-of-the-call", "ticket"]);
  });
});

describe("registered values", () => {
  it("hold after a refresh, for every scrubber made since", async () => {
    let values: readonly string[] = [];
    const scrubbing = createScrubbing({
      patternsOff: [],
      patterns: [],
      registered: { current: () => Promise.resolve(values) },
    });
    const before = scrubbing.scrubberFor([]);
    values = ["blue-harbour"];
    expect(scrubbing.scrubberFor([]).scrub("blue-harbour")).toBe("blue-harbour");
    await scrubbing.refresh();
    expect(scrubbing.scrubberFor([]).scrub("blue-harbour")).toBe("[REDACTED]");
    expect(scrubbing.scrubberFor(["x1y2z3"]).scrub("blue-harbour x1y2z3")).toBe("[REDACTED] [REDACTED]");
    expect(before.scrub("blue-harbour")).toBe("blue-harbour");
    values = [];
    await scrubbing.refresh();
    expect(scrubbing.scrubberFor([]).scrub("blue-harbour")).toBe("blue-harbour");
  });

  it("stay as they were while they cannot be read, and the refresh says so", async () => {
    let fails = false;
    const current = (): Promise<readonly string[]> =>
      fails ? Promise.reject(new Error("locked")) : Promise.resolve(["blue-harbour"]);
    const scrubbing = createScrubbing({ patternsOff: [], patterns: [], registered: { current } });
    await scrubbing.refresh();
    fails = true;
    await expect(scrubbing.refresh()).rejects.toThrow("locked");
    expect(scrubbing.scrubberFor([]).scrub("blue-harbour")).toBe("[REDACTED]");
  });
});
