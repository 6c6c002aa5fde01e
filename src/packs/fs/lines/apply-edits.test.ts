import { describe, expect, it } from "vitest";
import { HandlerError } from "../../../model/handler.ts";
import type { Edit } from "./apply-edits.ts";
import { applyEdits } from "./apply-edits.ts";

function edit(oldText: string, newText: string, replaceAll = false): Edit {
  return { oldText, newText, replaceAll };
}

const limits = { maxLength: 1000, pause: () => Promise.resolve(false) };

async function refusal(text: string, edits: readonly Edit[]): Promise<HandlerError> {
  try {
    await applyEdits(text, edits, limits);
  } catch (error) {
    if (error instanceof HandlerError) return error;
    throw error;
  }
  throw new Error("expected a refusal");
}

describe("applyEdits", () => {
  it.each<readonly [string, string, readonly Edit[], string, readonly (readonly number[])[]]>([
    ["one place", "a\nb\nc\n", [edit("b", "B")], "a\nB\nc\n", [[2]]],
    ["several places", "x\nx\ny x", [edit("x", "z", true)], "z\nz\ny z", [[1, 2, 3]]],
    ["in order, each on what the last left", "a", [edit("a", "b"), edit("b", "c")], "c", [[1], [1]]],
    ["patterns of the replacement are text", "a", [edit("a", "$& $1 $`")], "$& $1 $`", [[1]]],
    ["deletes", "a\nb\n", [edit("b\n", "")], "a\n", [[2]]],
    ["keeps CRLF", "a\r\nb\r\nc", [edit("a\nb", "x\ny")], "x\r\ny\r\nc", [[1]]],
    ["CRLF sent as such", "a\r\nb\r\n", [edit("a\r\n", "x\r\n")], "x\r\nb\r\n", [[1]]],
    ["mixed ends stay", "a\r\nb\nc", [edit("b", "x\ny")], "a\r\nx\ny\nc", [[2]]],
    ["no overlap when all are replaced", "aaaa", [edit("aa", "b", true)], "bb", [[1, 1]]],
  ])("%s", async (_what, text, edits, expected, lines) => {
    const edited = await applyEdits(text, edits, limits);
    expect(edited.text).toBe(expected);
    expect(edited.changes.map((change) => change.lines)).toEqual(lines);
  });

  it.each<readonly [string, string, readonly Edit[], string, string]>([
    [
      "missing",
      "const total = 1;\n",
      [edit("const totl = 1;", "x")],
      "old-text-missing",
      "old_text does not occur in the file; most alike: 1: const total = 1;",
    ],
    [
      "only the spaces differ",
      "if (a) {\n\treturn 1;\n}\n",
      [edit("if (a) {\n  return 1;\n}", "x")],
      "old-text-missing",
      "old_text does not occur in the file (it does with other spaces, tabs or line ends); most alike: 1: if (a) {",
    ],
    ["ambiguous", "a\nb\na\n", [edit("a", "c")], "old-text-ambiguous", "old_text occurs 2 times, on lines 1, 3"],
    ["overlapping itself", "aaa", [edit("aa", "b")], "old-text-ambiguous", "old_text occurs 2 times, on lines 1, 1"],
    [
      "very ambiguous",
      "a\n".repeat(100),
      [edit("a", "c")],
      "old-text-ambiguous",
      `old_text occurs more than 50 times, on lines ${Array.from({ length: 50 }, (_, at) => at + 1).join(", ")}`,
    ],
    ["identical", "a", [edit("a", "a")], "no-change", "old_text and new_text are the same"],
    [
      "the second of two",
      "a b",
      [edit("a", "c"), edit("x", "d")],
      "old-text-missing",
      "old_text of edit 2 does not occur in the file",
    ],
    [
      "growing",
      "a".repeat(100),
      [edit("a", "b".repeat(11), true)],
      "too-large",
      "the file would grow beyond 1000 bytes",
    ],
  ])("refuses: %s", async (_what, text, edits, reason, message) => {
    const error = await refusal(text, edits);
    expect([error.reason, error.message]).toEqual([reason, message]);
    expect(error.hint).not.toBeNull();
  });

  it("shows hostile lines escaped", async () => {
    const { message } = await refusal("const a = \u001b[31m1;\n", [edit("const a = 1;", "x")]);
    expect(message).toContain("\\u001b[31m");
  });

  it("ends when its time is over", async () => {
    const late = applyEdits("a", [edit("a", "b")], { ...limits, pause: () => Promise.resolve(true) });
    await expect(late).rejects.toMatchObject({ reason: "too-slow" });
  });
});
