import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseCsv } from "./parse-csv.ts";

describe("parseCsv", () => {
  it.each<[string, string, unknown]>([
    ["commas", "a,b\n1,x\n", [{ a: 1, b: "x" }]],
    ["Windows line ends", "a,b\r\n1,x\r\n", [{ a: 1, b: "x" }]],
    ["a byte order mark", "\ufeffa\n1", [{ a: 1 }]],
    ["tabs, though a name holds a comma", "a\tb,c\n1\t2", [{ a: 1, "b,c": 2 }]],
    ["pipes", "a|b\n1|2", [{ a: 1, b: 2 }]],
    ["pipes beside commas", "a|b,c\n1,2", [{ "a|b": 1, c: 2 }]],
    ["quotes", 'a,b\n"x, y","say ""hi"""', [{ a: "x, y", b: 'say "hi"' }]],
    [
      "fields of several lines",
      'a,b\n"x\ny",1\nz,2',
      [
        { a: "x\ny", b: 1 },
        { a: "z", b: 2 },
      ],
    ],
    ["blank lines", "\n\na\n\n1\n\n2\n", [{ a: 1 }, { a: 2 }]],
    ["a header alone", "a,b", []],
    ["empty cells", "a,b\n,", [{ a: "", b: "" }]],
    ["words", "a,b,c\ntrue,FALSE,yes", [{ a: true, b: false, c: "yes" }]],
    ["numbers", "a,b,c,d\n-1,2.50,1e3,0", [{ a: -1, b: 2.5, c: 1000, d: 0 }]],
    [
      "what only looks like a number",
      "a,b,c,d,e\n007,+1,1_0,0x1,.5",
      [{ a: "007", b: "+1", c: "1_0", d: "0x1", e: ".5" }],
    ],
    [
      "numbers too large to be exact",
      "a,b,c\n9007199254740993,1e999,-0",
      [{ a: "9007199254740993", b: "1e999", c: "-0" }],
    ],
    ["infinities", "a,b\nInfinity,nan", [{ a: "Infinity", b: "nan" }]],
  ])("reads %s", (_what, text, value) => {
    expect(parseCsv(text)).toEqual({ ok: true, value });
  });

  it("takes any name for a column, and changes no prototype", () => {
    const parsed = parseCsv("__proto__,constructor\n1,2");
    const text = JSON.stringify(parsed);
    expect(text).toBe('{"ok":true,"value":[{"__proto__":1,"constructor":2}]}');
    expect(({} as Record<string, unknown>)["1"]).toBeUndefined();
  });

  it.each([
    ["nothing", "", "there is no header row"],
    ["blank lines", " \n\t\n", "there is no header row"],
    ["a row that is too short", "a,b\n1", "Invalid Record Length"],
    ["a row that is too long", "a,b\n1,2,3", "Invalid Record Length"],
    ["a quote that is never closed", 'a,b\n"1,2', "Quote Not Closed"],
    ["a quote in the middle", 'a,b\n1,x"y', "Invalid Opening Quote"],
    ["a column twice", "a,b,a\n1,2,3", 'two columns are called "a"'],
    ["what was cut off", "a,b\n1,2\n3\n... [truncated, 12/99 bytes shown]", "Invalid Record Length"],
    ["thousands of columns", Array.from({ length: 2000 }, (_, index) => `c${index}`).join(","), "2000 columns"],
    ["a million columns", Array.from({ length: 1_000_000 }, (_, index) => `c${index}`).join(","), "more than 500000"],
    ["a million columns without names", ",".repeat(1_000_000), "more than 500000"],
    ["a row of a million columns", `a,b\n${"1,".repeat(1_000_000)}`, "more than 500000"],
    ["a million cells", "a\n".repeat(1_000_000), "more than 500000 cells"],
  ])("refuses %s", (_what, text, message) => {
    const parsed = parseCsv(text);
    expect(parsed.ok ? "read" : parsed.message).toContain(message);
  });

  it("gives back what was written", () => {
    const cell = fc.string({ unit: "binary" }).map((text) => `x${text}`);
    const quote = (text: string): string => `"${text.replaceAll('"', '""')}"`;
    fc.assert(
      fc.property(fc.array(fc.tuple(cell, cell)), (rows) => {
        const text = ["a,b", ...rows.map((row) => row.map(quote).join(","))].join("\n");
        expect(parseCsv(text)).toEqual({ ok: true, value: rows.map(([a, b]) => ({ a, b })) });
      }),
    );
  });
});
