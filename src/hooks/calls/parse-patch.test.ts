import { describe, expect, it } from "vitest";
import { parsePatch } from "./parse-patch.ts";

const files = (patch: string): readonly string[] =>
  parsePatch(patch).map(({ kind, file, to }) => `${kind} ${file}${to === null ? "" : ` → ${to}`}`);
const wrap = (body: string): string => `*** Begin Patch\n${body}\n*** End Patch`;

describe("parsePatch", () => {
  it.each([
    [
      "every kind",
      wrap("*** Add File: a\n+1\n*** Update File: b\n@@\n-x\n+y\n*** Delete File: c"),
      ["add a", "update b", "delete c"],
    ],
    ["a move", wrap("*** Update File: a\n*** Move to: ../b\n@@\n-x\n+y"), ["update a → ../b"]],
    ["Windows line ends", wrap("*** Delete File: a").replaceAll("\n", "\r\n"), ["delete a"]],
    ["a here-document around it", `<<'EOF'\n${wrap("*** Delete File: a")}\nEOF`, ["delete a"]],
    // Whoever trims lines would take it for a file: better one file too many than one too few.
    ["a head behind a space", wrap("*** Update File: a\n@@\n *** Delete File: b\n-x"), ["update a", "delete b"]],
    ["a head as new text", wrap("*** Add File: a\n+*** Delete File: b"), ["add a"]],
    [
      "a second patch inside",
      wrap("*** Delete File: a\n*** End Patch\n*** Begin Patch\n*** Delete File: b"),
      ["delete a", "delete b"],
    ],
    ["a note of the environment", wrap("*** Environment ID: x\n*** Delete File: a"), ["delete a"]],
    ["nothing", "", []],
    ["no end", "*** Begin Patch\n*** Delete File: a", []],
    ["no beginning", "*** Delete File: a\n*** End Patch", []],
    ["text before the first file", wrap("whatever\n*** Delete File: a"), []],
    ["too many files", wrap(Array.from({ length: 65 }, (_, index) => `*** Delete File: ${index}`).join("\n")), []],
  ])("%s", (_what, patch, expected) => {
    expect(files(patch)).toEqual(expected);
  });

  it("gives the old and new text of every hunk", () => {
    const [change] = parsePatch(wrap("*** Update File: a\n@@ def f():\n keep\n-old\n+new\n@@\n+only new"));
    expect(change?.edits).toEqual([
      { old_text: "keep\nold", new_text: "keep\nnew" },
      { old_text: "", new_text: "only new" },
    ]);
  });
});
