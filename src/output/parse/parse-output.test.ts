import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { OutputSpec } from "../../model/tool.ts";
import { parseOutput } from "./parse-output.ts";

function messageOf(parser: OutputSpec["parser"], text: string): string {
  const parsed = parseOutput(parser, text);
  return parsed.ok ? "read" : parsed.message;
}

describe("parseOutput", () => {
  it.each<[OutputSpec["parser"], string, unknown]>([
    ["text", "a\nb", { raw_output: "a\nb" }],
    ["text", "", { raw_output: "" }],
    ["json", '{"a": [1]}', { a: [1] }],
    ["jsonl", '{"a": 1}\n\n2\n', [{ a: 1 }, 2]],
    ["jsonl", "", []],
    ["csv", "a\n1\n", [{ a: 1 }]],
    ["xml", "<a/>", { a: {} }],
  ])("%s: %j", (parser, text, value) => {
    expect(parseOutput(parser, text)).toEqual({ ok: true, value });
  });

  it.each<[OutputSpec["parser"], string, string]>([
    ["json", "{", "the output is not JSON"],
    ["json", "", "the output is not JSON"],
    ["json", "[".repeat(300) + "]".repeat(300), "nested more than 200 deep"],
    ["json", "[".repeat(500_000) + "]".repeat(500_000), ""],
    ["jsonl", "1\n{", "line 2 of the output is not JSON"],
    ["custom:./parse.py", "x", 'does not run parser programs, so "./parse.py"'],
  ])("refuses %s: %.20j", (parser, text, message) => {
    expect(messageOf(parser, text)).toContain(message);
    expect(parseOutput(parser, text).ok).toBe(false);
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
      fc.property(fc.constantFrom("text", "json", "jsonl", "csv", "xml"), text, (parser, output) => {
        const parsed = parseOutput(parser, output);
        // What is read can be written down again, whatever it holds.
        expect(parsed.ok ? typeof JSON.stringify(parsed.value) : typeof parsed.message).toBe("string");
      }),
    );
  });
});
