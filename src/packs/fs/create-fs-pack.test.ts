import { chmodSync, existsSync, mkdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { JsonObject } from "../../model/json.ts";
import { toInputSchema } from "../../params/to-input-schema.ts";
import type { FsBench } from "./fs-pack.fixture.ts";
import { createFsBench } from "./fs-pack.fixture.ts";

let bench: FsBench;

beforeEach(() => {
  bench = createFsBench();
});

afterEach(() => {
  bench.remove();
});

function read(file: string): string {
  return readFileSync(path.join(bench.root, file), "utf8");
}

describe("the pack", () => {
  it("declares ten tools with their effects", () => {
    expect(bench.pack.tools.map(({ tool }) => [tool.name, tool.effect, tool.group, tool.specifier?.text])).toEqual([
      ["fs.read", "read", "fs", "{path}"],
      ["fs.write", "edit", "fs", "{path}"],
      ["fs.create", "edit", "fs", "{path}"],
      ["fs.mkdir", "edit", "fs", "{path}"],
      ["fs.edit", "edit", "fs", "{path}"],
      ["fs.list", "read", "fs", "{path}"],
      ["fs.search", "read", "fs", "{path}"],
      ["fs.glob", "read", "fs", "{path}"],
      ["fs.delete", "destructive", "fs", "{path}"],
      ["fs.rename", "write", "fs", "{path}"],
    ]);
  });

  it("describes every tool and parameter, and guards every path", () => {
    for (const { tool } of bench.pack.tools) {
      expect(tool.title).not.toBeNull();
      expect(tool.description.length).toBeGreaterThan(40);
      const params = tool.input.kind === "params" ? tool.input.params : [];
      for (const param of params) {
        expect(param.description).not.toBeNull();
        expect(param.type === "path" ? param.guarded : true).toBe(true);
      }
      expect(toInputSchema(params)["type"]).toBe("object");
    }
  });
});

const TEXT = "one\ntwo\nthree\n";

describe("what each tool gives", () => {
  beforeEach(() => {
    bench.write("a.txt", TEXT);
    bench.write("src/b.ts", "const Two = 2;\nconst three = 3;\n");
    bench.write("src/deep/c.ts", "two\r\nthree\r\n");
    bench.write(".hidden/d.txt", "two\n");
    bench.write("bin", Buffer.from([0, 1, 2, 255]));
    bench.write("ignored/e.txt", "two\n");
    bench.write(".gitignore", "ignored/\n");
    symlinkSync("a.txt", path.join(bench.root, "link"));
  });

  const NOTHING = { binary: 0, large: 0, unreadable: 0, long_lines: 0 };
  const table: readonly (readonly [string, JsonObject, JsonObject])[] = [
    [
      "fs.read",
      { path: "a.txt" },
      {
        path: "a.txt",
        encoding: "utf-8",
        size: 14,
        text: TEXT,
        from_line: 1,
        to_line: 3,
        total_lines: 3,
        next_line: null,
        line_cut: false,
        line_endings: "lf",
      },
    ],
    [
      "fs.read",
      { path: "link", from_line: 2, to_line: 2 },
      {
        path: "a.txt",
        encoding: "utf-8",
        size: 14,
        text: "two\n",
        from_line: 2,
        to_line: 2,
        total_lines: 3,
        next_line: 3,
        line_cut: false,
        line_endings: "lf",
      },
    ],
    [
      "fs.read",
      { path: "bin", encoding: "base64" },
      { path: "bin", encoding: "base64", size: 4, base64: "AAEC/w==", from_byte: 0, next_byte: null },
    ],
    [
      "fs.read",
      { path: "bin", encoding: "base64", from_byte: 3 },
      { path: "bin", encoding: "base64", size: 4, base64: "/w==", from_byte: 3, next_byte: null },
    ],
    ["fs.write", { path: "a.txt", content: "new" }, { path: "a.txt", created: false, size: 3, previous_size: 14 }],
    [
      "fs.write",
      { path: "x/y/z.txt", content: "é", create_parents: true },
      { path: "x/y/z.txt", created: true, size: 2, previous_size: null },
    ],
    ["fs.create", { path: "n.txt" }, { path: "n.txt", size: 0 }],
    ["fs.create", { path: "n.txt", content: "a\nb" }, { path: "n.txt", size: 3 }],
    ["fs.mkdir", { path: "m" }, { path: "m", created: ["m"] }],
    ["fs.mkdir", { path: "m/n/o", parents: true }, { path: "m/n/o", created: ["m", "m/n", "m/n/o"] }],
    ["fs.mkdir", { path: "src/new", parents: true }, { path: "src/new", created: ["src/new"] }],
    ["fs.mkdir", { path: "src", parents: true }, { path: "src", created: [] }],
    [
      "fs.edit",
      { path: "a.txt", old_text: "two", new_text: "TWO" },
      { path: "a.txt", size: 14, replaced: 1, edits: [{ replaced: 1, lines: [2] }] },
    ],
    [
      "fs.edit",
      {
        path: "src/deep/c.ts",
        edits: [
          { old_text: "two\n", new_text: "2\n" },
          { old_text: "e", new_text: "E", replace_all: true },
        ],
      },
      {
        path: "src/deep/c.ts",
        size: 10,
        replaced: 3,
        edits: [
          { replaced: 1, lines: [1] },
          { replaced: 2, lines: [2, 2] },
        ],
        note: "the file ends its lines with CRLF, and so do the new ones",
      },
    ],
    [
      "fs.list",
      {},
      {
        path: ".",
        entries: [
          { path: "a.txt", kind: "file", size: 14 },
          { path: "bin", kind: "file", size: 4 },
          { path: "ignored", kind: "folder" },
          { path: "link", kind: "link" },
          { path: "src", kind: "folder" },
        ],
        cut: [],
      },
    ],
    [
      "fs.list",
      { path: "src", depth: 2 },
      {
        path: "src",
        entries: [
          { path: "b.ts", kind: "file", size: 32 },
          { path: "deep", kind: "folder" },
          { path: "deep/c.ts", kind: "file", size: 12 },
        ],
        cut: [],
      },
    ],
    [
      "fs.list",
      { hidden: true, limit: 1 },
      { path: ".", entries: [{ path: ".gitignore", kind: "file", size: 9 }], cut: ["results"] },
    ],
    [
      "fs.search",
      { pattern: "^two$" },
      {
        path: ".",
        matches: [
          { path: "a.txt", line: 2, text: "two" },
          { path: "src/deep/c.ts", line: 1, text: "two" },
        ],
        files_searched: 3,
        skipped: { ...NOTHING, binary: 1 },
        cut: [],
      },
    ],
    [
      "fs.search",
      { pattern: "two", glob: "*.ts", ignore_case: true, context_lines: 1, path: "src" },
      {
        path: "src",
        matches: [
          { path: "src/b.ts", line: 1, text: "const Two = 2;", before: [], after: ["const three = 3;"] },
          { path: "src/deep/c.ts", line: 1, text: "two", before: [], after: ["three"] },
        ],
        files_searched: 2,
        skipped: NOTHING,
        cut: [],
      },
    ],
    [
      "fs.search",
      { pattern: "t", path: "a.txt", max_results: 1 },
      {
        path: "a.txt",
        matches: [{ path: "a.txt", line: 2, text: "two" }],
        files_searched: 1,
        skipped: NOTHING,
        cut: ["results"],
      },
    ],
    [
      "fs.search",
      { pattern: "two", ignored: true, hidden: true, glob: "*/*.txt" },
      {
        path: ".",
        matches: [
          { path: ".hidden/d.txt", line: 1, text: "two" },
          { path: "ignored/e.txt", line: 1, text: "two" },
        ],
        files_searched: 2,
        skipped: NOTHING,
        cut: [],
      },
    ],
    [
      "fs.search",
      { pattern: "two", path: "ignored" },
      {
        path: "ignored",
        matches: [{ path: "ignored/e.txt", line: 1, text: "two" }],
        files_searched: 1,
        skipped: NOTHING,
        cut: [],
      },
    ],
    [
      "fs.glob",
      { pattern: "**/*.{ts,txt}" },
      { path: ".", files: ["a.txt", "src/b.ts", "src/deep/c.ts"], count: 3, cut: [] },
    ],
    ["fs.glob", { pattern: ".hidden/*" }, { path: ".", files: [".hidden/d.txt"], count: 1, cut: [] }],
    [
      "fs.glob",
      { pattern: "**/?.ts", path: "src", limit: 1 },
      { path: "src", files: ["b.ts"], count: 1, cut: ["results"] },
    ],
    ["fs.delete", { path: "a.txt" }, { path: "a.txt", kind: "file", deleted: 1 }],
    ["fs.delete", { path: "src", recursive: true }, { path: "src", kind: "folder", deleted: 4 }],
    [
      "fs.rename",
      { path: "a.txt", to: "src/a.txt" },
      { path: "a.txt", to: "src/a.txt", kind: "file", replaced: false },
    ],
    [
      "fs.rename",
      { path: "a.txt", to: "bin", overwrite: true },
      { path: "a.txt", to: "bin", kind: "file", replaced: true },
    ],
    ["fs.rename", { path: "src", to: "lib" }, { path: "src", to: "lib", kind: "folder", replaced: false }],
  ];
  it.each(table)("%s %j", async (tool, args, expected) => {
    expect(await bench.call(tool, args)).toEqual(expected);
  });

  const refusals: readonly (readonly [string, JsonObject, string, string])[] = [
    ["fs.read", { path: "none" }, "not-found", "'none' does not exist"],
    ["fs.read", { path: "src" }, "not-a-file", "'src' is a folder"],
    ["fs.read", { path: "bin" }, "binary", "'bin' is not text: 4 bytes that are not UTF-8 or contain NUL"],
    ["fs.read", { path: "a.txt", from_line: 4 }, "no-such-line", "'a.txt' has 3 lines; from_line is 4"],
    [
      "fs.read",
      { path: "a.txt", from_line: 3, to_line: 2 },
      "no-such-line",
      "to_line is 2, before from_line, which is 3",
    ],
    ["fs.write", { path: "x/y.txt", content: "" }, "no-parent", "the folder 'x' does not exist"],
    ["fs.write", { path: "src", content: "" }, "not-a-file", "'src' is a folder"],
    [
      "fs.write",
      { path: "a.txt", content: "\ud800" },
      "bad-text",
      "the content has half of a surrogate pair, which no file can hold as UTF-8",
    ],
    [
      "fs.write",
      { path: "a.txt/b", content: "" },
      "arguments",
      "Expected a file or a folder, but 'A' is a device, socket or pipe.",
    ],
    ["fs.create", { path: "a.txt" }, "exists", "'a.txt' exists already"],
    ["fs.mkdir", { path: "src" }, "exists", "'src' exists already"],
    ["fs.mkdir", { path: "a.txt", parents: true }, "not-a-folder", "'a.txt' exists and is no folder"],
    ["fs.mkdir", { path: "x/y" }, "no-parent", "the folder 'x' does not exist"],
    [
      "fs.edit",
      { path: "a.txt", old_text: "four", new_text: "" },
      "old-text-missing",
      "old_text does not occur in the file",
    ],
    ["fs.edit", { path: "a.txt" }, "bad-edit", "expected either old_text and new_text, or edits, got neither"],
    [
      "fs.edit",
      { path: "a.txt", old_text: "a" },
      "bad-edit",
      "expected either old_text and new_text, or edits, got only one of old_text and new_text",
    ],
    [
      "fs.edit",
      { path: "a.txt", old_text: "a", new_text: "b", edits: [{ old_text: "a", new_text: "b" }] },
      "bad-edit",
      "expected either old_text and new_text, or edits, got both",
    ],
    ["fs.edit", { path: "none", old_text: "a", new_text: "b" }, "not-found", "'none' does not exist"],
    ["fs.list", { path: "a.txt" }, "not-a-folder", "'a.txt' is not a folder"],
    [
      "fs.search",
      { pattern: "(" },
      "bad-pattern",
      "the pattern cannot be used: error parsing regexp: missing closing ): `(`",
    ],
    [
      "fs.search",
      { pattern: "a", glob: "[" },
      "bad-pattern",
      "the glob cannot be read: a bracket is not closed, or the pattern ends with a backslash",
    ],
    [
      "fs.glob",
      { pattern: "[" },
      "bad-pattern",
      "the pattern cannot be read: a bracket is not closed, or the pattern ends with a backslash",
    ],
    ["fs.delete", { path: "none" }, "not-found", "'none' does not exist"],
    ["fs.delete", { path: "src" }, "not-empty", "'src' is a folder with something in it"],
    ["fs.rename", { path: "none", to: "x" }, "not-found", "'none' does not exist"],
    ["fs.rename", { path: "a.txt", to: "bin" }, "exists", "'bin' exists already"],
    [
      "fs.rename",
      { path: "src", to: "bin", overwrite: true },
      "exists",
      "'bin' exists; only a file can be replaced, and only by a file",
    ],
    ["fs.rename", { path: "src", to: "src/x" }, "bad-name", "'src' cannot be moved to itself or into itself"],
    ["fs.rename", { path: "a.txt", to: "x/a.txt" }, "no-parent", "the folder 'x' does not exist"],
  ];
  it.each(refusals)("%s %j is refused: %s", async (tool, args, reason, message) => {
    const refusal = await bench.refusal(tool, args);
    expect([refusal.reason, refusal.message]).toEqual([reason, message.replace("'A'", `"${bench.root}/a.txt/b"`)]);
  });

  it("leaves everything as it was when one of several edits does not fit", async () => {
    const edits = [
      { old_text: "one", new_text: "1" },
      { old_text: "nowhere", new_text: "2" },
    ];
    await bench.refusal("fs.edit", { path: "a.txt", edits });
    expect(read("a.txt")).toBe(TEXT);
  });

  it("keeps the permissions of a file that it replaces", async () => {
    chmodSync(path.join(bench.root, "a.txt"), 0o750);
    await bench.call("fs.write", { path: "a.txt", content: "x" });
    expect(statSync(path.join(bench.root, "a.txt")).mode & 0o777).toBe(0o750);
  });

  it("works in the session's folder, which lies in a protected one", async () => {
    writeFileSync(path.join(bench.session, "out.txt"), "x");
    expect(await bench.handle("fs.list", { path: bench.session, depth: 1, limit: 10 })).toEqual({
      path: "$SESSION_DIR",
      entries: [{ path: "out.txt", kind: "file", size: 1 }],
      cut: [],
    });
  });

  it("goes on where a read stopped", async () => {
    bench.remove();
    bench = createFsBench({ limits: { maxSliceBytes: 8 } });
    bench.write("a.txt", TEXT);
    expect(await bench.call("fs.read", { path: "a.txt" })).toMatchObject({
      text: "one\ntwo\n",
      to_line: 2,
      next_line: 3,
    });
    expect(await bench.call("fs.read", { path: "a.txt", encoding: "base64" })).toMatchObject({
      base64: Buffer.from("one\ntw").toString("base64"),
      next_byte: 6,
    });
  });

  it("deletes links without following them", async () => {
    symlinkSync(bench.outside, path.join(bench.root, "src", "out"));
    writeFileSync(path.join(bench.outside, "keep"), "");
    await bench.call("fs.delete", { path: "src", recursive: true });
    expect(existsSync(path.join(bench.outside, "keep"))).toBe(true);
    expect(existsSync(path.join(bench.root, "src"))).toBe(false);
  });

  it("honours ignore files above the folder it starts in, and up to the repository's top", async () => {
    mkdirSync(path.join(bench.root, "sub", ".git"), { recursive: true });
    bench.write(".gitignore", "*.log\n");
    bench.write("src/x.log", "two\n");
    bench.write("sub/x.log", "two\n");
    bench.write("sub/in/.gitignore", "!y.log\n*.tmp\n");
    bench.write("sub/in/y.tmp", "two\n");
    expect(await bench.call("fs.glob", { pattern: "*", path: "src" })).toMatchObject({ files: ["b.ts"] });
    expect(await bench.call("fs.glob", { pattern: "**", path: "sub" })).toMatchObject({ files: ["x.log"] });
  });
});
