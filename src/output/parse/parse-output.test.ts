import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseOutput } from "./parse-output.ts";
import type { BuiltinParser } from "./parse-output.ts";

function messageOf(parser: BuiltinParser, text: string): string {
  const parsed = parseOutput(parser, text);
  return parsed.ok ? "read" : parsed.message;
}

const BIG = ["9007199254740993", "-9007199254740993", 9007199254740991, 1e21];

describe("parseOutput", () => {
  it.each<[BuiltinParser, string, unknown]>([
    ["text", "a\nb", { raw_output: "a\nb" }],
    ["text", "", { raw_output: "" }],
    ["json", '{"a": [1]}', { a: [1] }],
    ["jsonl", '{"a": 1}\n\n2\n', [{ a: 1 }, 2]],
    ["jsonl", "", []],
    ["jsonl", '\ufeff{"a": 1}\r\n2\r\n', [{ a: 1 }, 2]],
    ["lines", " a\r\n\n\tb c \n \rd", ["a", "b c", "d"]],
    ["lines", "", []],
    ["lines", " \n\t\n", []],
    ["json", '\ufeff{"a": 1}', { a: 1 }],
    ["json", '{"a": 1, "a": 2}', { a: 2 }],
    ["json", "[9007199254740993, -9007199254740993, 9007199254740991, 1e21]", BIG],
    ["json", '"\\ud800"', "\ud800"],
    ["json", '["[[[[", "\\"[[["]', ["[[[[", '"[[[']],
    ["csv", "a\n1\n", [{ a: 1 }]],
    ["xml", "<a/>", { a: {} }],
  ])("%s: %j", (parser, text, value) => {
    expect(parseOutput(parser, text)).toEqual({ ok: true, value });
  });

  it.each<[BuiltinParser, string, string]>([
    ["json", "{", "the output is not JSON"],
    ["json", "", "the output is not JSON"],
    ["json", "[".repeat(300) + "]".repeat(300), "nested more than 200 deep"],
    ["json", "[".repeat(500_000) + "]".repeat(500_000), ""],
    ["json", "NaN", "the output is not JSON"],
    ["json", "[Infinity]", "the output is not JSON"],
    ["json", "[1e400]", "the number 1e400 is too large"],
    ["json", "[1,]", "the output is not JSON"],
    ["json", "{} {}", "the output is not JSON"],
    ["json", "{} // why", "the output is not JSON"],
    ["json", '{"a": "\u0001"}', "the output is not JSON"],
    ["json", `[${"0,".repeat(1_000_000)}0]`, "more than 1000000 values"],
    ["json", "{}\n... [truncated, 3/99 bytes shown]", "the output is not JSON"],
    ["jsonl", "1\n{", "line 2 of the output is not JSON"],
    ["jsonl", '{"a":1}\n\n{"b":}\n{"c":1}', "line 3 of the output is not JSON"],
    ["jsonl", "1\n".repeat(500_001), "more than 500000 records"],
    ["lines", "a\n".repeat(500_001), "more than 500000 lines"],
    ["csv", "", "there is no header row"],
    ["csv", "c,".repeat(1_000_000), "more than 500000 cells"],
    ["xml", "", "there is no element in it"],
  ])("refuses %s: %.20j", (parser, text, message) => {
    expect(messageOf(parser, text)).toContain(message);
    expect(parseOutput(parser, text).ok).toBe(false);
  });

  it("keeps a member called __proto__ as any other", () => {
    const parsed = parseOutput("json", '{"__proto__": {"admin": 12345678901234567890}}');
    expect(JSON.stringify(parsed)).toBe('{"ok":true,"value":{"__proto__":{"admin":"12345678901234567890"}}}');
    expect(({} as Record<string, unknown>)["admin"]).toBeUndefined();
  });

  it("answers any text", () => {
    const piece = fc.constantFrom(
      "<a>",
      "</a>",
      "<a/>",
      "<!--",
      "-->",
      "<![CDATA[",
      "]]>",
      "<?",
      "?>",
      "&lt;",
      '"',
      ",",
      "\n",
    );
    const text = fc.oneof(
      fc.string({ unit: "binary" }),
      fc.array(fc.oneof(piece, fc.string())).map((all) => all.join("")),
    );
    fc.assert(
      fc.property(
        fc.constantFrom<BuiltinParser[]>("text", "lines", "json", "jsonl", "csv", "xml"),
        text,
        (parser, output) => {
          const parsed = parseOutput(parser, output);
          // What is read can be written down again, whatever it holds.
          expect(parsed.ok ? typeof JSON.stringify(parsed.value) : typeof parsed.message).toBe("string");
        },
      ),
    );
  });
});
