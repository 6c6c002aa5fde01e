import { describe, expect, it } from "vitest";
import { MAX_EVENT_BYTES, parseEvent } from "./parse-event.ts";

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

describe("parseEvent", () => {
  it.each([
    ["an object", '{"a":1}'],
    ["an object with a byte order mark", '\ufeff{"a":1}'],
    ["an object with space around it", ' \n{"a":1}\r\n'],
    ["64 levels", `{"a":${"[".repeat(63)}${"]".repeat(63)}}`],
    ["brackets inside of strings", `{"a":"${"[".repeat(1000)}"}`],
  ])("reads %s", (_what, text) => {
    expect(parseEvent(bytes(text)).ok).toBe(true);
  });

  it.each([
    ["nothing", "", "empty"],
    ["only space", " \n ", "empty"],
    ["two documents", '{"a":1}{"a":2}', "not one JSON document"],
    ["two lines of JSON", '{"a":1}\n{"a":2}', "not one JSON document"],
    ["a half one", '{"a":', "not one JSON document"],
    ["a list", "[]", "not a JSON object"],
    ["null", "null", "not a JSON object"],
    ["a text", '"Bash"', "not a JSON object"],
    ["a zero byte in front", '\u0000{"a":1}', "not one JSON document"],
    ["65 levels", `{"a":${"[".repeat(64)}${"]".repeat(64)}}`, "64 levels"],
    ["a million open brackets", "[".repeat(1_000_000), "64 levels"],
  ])("refuses %s", (_what, text, problem) => {
    const parsed = parseEvent(bytes(text));
    expect(parsed).toEqual({ ok: false, message: expect.stringContaining(problem) as string });
  });

  it("refuses text that is not UTF-8, instead of reading something similar", () => {
    const broken = Uint8Array.from([...bytes('{"a":"'), 0xff, 0xfe, ...bytes('"}')]);
    expect(parseEvent(broken)).toEqual({ ok: false, message: expect.stringContaining("not UTF-8") as string });
  });

  it("refuses what is larger than an event may be", () => {
    expect(parseEvent(new Uint8Array(MAX_EVENT_BYTES + 1)).ok).toBe(false);
  });
});
