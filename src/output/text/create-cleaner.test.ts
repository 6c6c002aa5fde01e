import { describe, expect, it } from "vitest";
import type { JsonValue } from "../../model/json.ts";
import { createCleanStream } from "./create-clean-stream.ts";
import { createCleaner } from "./create-cleaner.ts";
import { toJsonText } from "./to-json-text.ts";

const SECRET = "hunter2hunter2";
const scrub = (text: string): string => text.replaceAll(SECRET, "[REDACTED]").replaceAll("a\u0001b", "[REDACTED]");
const scrubMember = (name: string, text: string): string => (name === "pin" ? "[REDACTED]" : scrub(text));
const holdsValue = (): boolean => false;

describe("a cleaner of what programs print", () => {
  const cleaner = createCleaner({ scrub, scrubMember, holdsValue }, false);

  it.each([
    ["a secret", `x ${SECRET} y`, "x [REDACTED] y"],
    ["a secret that colours split", "hunter2\u001b[0mhunter2", "[REDACTED]"],
    ["a secret that a link splits", "hunter2\u001b]8;;\u001b\\hunter2", "[REDACTED]"],
    ["a secret that holds what is shown as an escape", "a\u0001b", "[REDACTED]"],
  ])("takes out %s", (_what, text, expected) => {
    expect(cleaner.text(text)).toBe(expected);
    expect(cleaner.text(expected)).toBe(expected);
  });

  it("cleans names and values, and keeps two names apart", () => {
    const value = { "\u001b[0mn": [`${SECRET}\u202e`, 1, true, null], n: "m", [SECRET]: 1 };
    expect(cleaner.value(value)).toEqual({
      "\\u001b[0mn": ["[REDACTED]\\u202e", 1, true, null],
      n: "m",
      "[REDACTED]": 1,
    });
  });

  it("takes out what stands under the name of a secret, however long", () => {
    const value = { pin: "1", list: [{ pin: "x".repeat(10_000), other: "y".repeat(10_000) }] };
    const clean = { pin: "[REDACTED]", list: [{ pin: "[REDACTED]", other: "y".repeat(10_000) }] };
    expect(cleaner.value(value)).toEqual(clean);
  });

  it("gives back the same value when nothing had to go, and looks at none twice", () => {
    const looked: string[] = [];
    const once = createCleaner(
      { scrub: (text) => (looked.push(text), text), scrubMember: (_, text) => text, holdsValue },
      false,
    );
    const value = { list: ["a", { n: 12_345, long: "z".repeat(1000) }], nothing: null };
    expect(once.value(value)).toBe(value);
    const count = looked.length;
    expect(once.value({ results: value })).toEqual({ results: value });
    expect(once.text("z".repeat(1000))).toBe("z".repeat(1000));
    expect(looked.slice(count).every((text) => text === "results")).toBe(true);
  });

  it("keeps a member called __proto__ as it is", () => {
    const value = JSON.parse('{"__proto__": {"a": 1}}') as JsonValue;
    expect(JSON.stringify(cleaner.value(value))).toBe('{"__proto__":{"a":1}}');
  });
});

describe("an exact cleaner", () => {
  const cleaner = createCleaner({ scrub, scrubMember, holdsValue }, true);

  it("takes secrets out of values and changes nothing else; text and errors are made safe all the same", () => {
    expect(cleaner.value({ a: `\u202e${SECRET}\r\n` })).toEqual({ a: "\u202e[REDACTED]\r\n" });
    expect(cleaner.text("\u202e")).toBe("\\u202e");
    const error = { code: "HANDLER_FAILED", message: "\u001b[1m!", hint: "\u200b", details: { a: "\u202e" } } as const;
    expect(cleaner.error(error)).toEqual({ ...error, message: "!", hint: "\\u200b", details: { a: "\\u202e" } });
  });
});

describe("a clean stream", () => {
  it("is a cleaner in pieces", () => {
    const stream = createCleanStream({ stream: () => ({ push: (text) => text, end: () => "" }) });
    const text = ["a\u001b", "[31mb\r", "\nc\u202e\ud83d", "\ude00"];
    expect(text.map((piece) => stream.push(piece)).join("") + stream.end()).toBe("ab\nc\\u202e😀");
  });
});

describe("toJsonText", () => {
  it("shows what hides as JSON escapes, which read as the same value", () => {
    const value = { "a\u200b": "\u202e \u{e0041} \ud800 \u0007 👩\u200d💻 ä" };
    const text = toJsonText(value);
    expect(text).not.toMatch(/[\u200b\u202e\u{e0041}]/u);
    expect(JSON.parse(text)).toEqual(value);
  });
});
