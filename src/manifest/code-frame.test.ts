import { describe, expect, it } from "vitest";
import { renderIssue } from "./code-frame.ts";
import type { ManifestIssue } from "./manifest.ts";

function issue(part: Partial<ManifestIssue>): ManifestIssue {
  return {
    severity: "error",
    code: "unknown-key",
    message: "unknown key `nmae`, did you mean `name`?",
    file: "tools/a.toml",
    line: 1,
    column: 1,
    endColumn: 5,
    hint: null,
    ...part,
  };
}

function render(text: string, part: Partial<ManifestIssue>): readonly string[] {
  return renderIssue(issue(part), text, { color: false }).split("\n");
}

function frame(text: string, part: Partial<ManifestIssue>): readonly string[] {
  return render(text, part).slice(2);
}

describe("renderIssue", () => {
  it("shows place, message, surrounding lines, underline and hint", () => {
    const text = "# one\n# two\n# three\nnmae = 1\n# five\n# six\n# seven";
    expect(render(text, { line: 4, hint: "Known here: name." })).toEqual([
      "tools/a.toml:4:1 error unknown-key",
      "unknown key `nmae`, did you mean `name`?",
      "  2 | # two",
      "  3 | # three",
      "> 4 | nmae = 1",
      "    | ^^^^",
      "  5 | # five",
      "  6 | # six",
      "hint: Known here: name.",
    ]);
  });

  it("aligns line numbers", () => {
    const text = "a\n".repeat(9) + "bad\nc";
    expect(frame(text, { line: 10, endColumn: 4 })).toContain("   8 | a");
    expect(frame(text, { line: 10, endColumn: 4 })).toContain("> 10 | bad");
  });

  it.each([
    ["a point at the end of a line", "name =", 7, 7, ["> 1 | name =", "    |       ^"]],
    ["tabs", "\tx = 1", 2, 3, ["> 1 |   x = 1", "    |   ^"]],
    ["wide characters before it", '日本 = "x"', 6, 9, ['> 1 | 日本 = "x"', "    |        ^^^"]],
    ["wide characters in it", 'a = "日本"', 5, 9, ['> 1 | a = "日本"', "    |     ^^^^^^"]],
    ["emoji", 'a = "😀" x', 10, 11, ['> 1 | a = "😀" x', "    |          ^"]],
    ["combining marks", 'a = "e\u0301" x', 10, 11, ['> 1 | a = "e\u0301" x', "    |         ^"]],
    ["control characters", 'a = "\u001b[2J" x', 12, 13, ['> 1 | a = "\\u001b[2J" x', "    |                 ^"]],
  ])("underlines %s", (_what, text, column, endColumn, expected) => {
    expect(frame(text, { column, endColumn })).toEqual(expected);
  });

  it("cuts a long line around the place", () => {
    const text = `a = "${"x".repeat(5000)}" bad ${"y".repeat(5000)}`;
    const [line, underline] = frame(text, { column: 5008, endColumn: 5011 });
    expect(line?.length).toBeLessThan(120);
    expect(line?.slice(underline?.indexOf("^"), underline!.lastIndexOf("^") + 1)).toBe("bad");
  });

  it("escapes what a file name, message or hint could do to a terminal", () => {
    const evil = "\u001b]0;owned\u0007\u202e";
    const shown = renderIssue(issue({ file: evil, message: evil, hint: evil }), evil, { color: false });
    expect(shown).not.toContain("\u001b");
    expect(shown).not.toContain("\u202e");
  });

  it("leaves out the frame when the text has no such line", () => {
    expect(frame("one line", { line: 9 })).toEqual([]);
    expect(frame("", { line: 1, endColumn: 1 })).toEqual(["> 1 |", "    | ^"]);
  });

  it("colours only when asked", () => {
    expect(renderIssue(issue({}), "nmae = 1", { color: true })).toContain("\u001b[31m");
    expect(renderIssue(issue({}), "nmae = 1", { color: false })).not.toContain("\u001b");
  });
});
