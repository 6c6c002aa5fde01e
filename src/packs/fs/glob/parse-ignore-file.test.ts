import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { IgnoreLayer } from "./match-ignored.ts";
import { matchIgnored } from "./match-ignored.ts";
import { parseIgnoreFile } from "./parse-ignore-file.ts";

let folder: string;

beforeAll(() => {
  folder = realpathSync(mkdtempSync(path.join(tmpdir(), "toolgate-ignore-")));
  execFileSync("git", ["init", "--quiet", folder]);
  for (const file of FILES) {
    mkdirSync(path.join(folder, path.dirname(file)), { recursive: true });
    writeFileSync(path.join(folder, file), "");
  }
});

afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

const FILES = [
  "a",
  "b",
  "ab",
  "abc",
  "a.o",
  "b.o",
  "x.log",
  "foo",
  "foo bar",
  "foo ",
  "#x",
  "!x",
  "a]b",
  "a-b",
  "a*b",
  "a?b",
  "a\\b",
  "[a]",
  "Foo",
  "build/out",
  "build/keep",
  "build/deep/out",
  "src/a.o",
  "src/b.ts",
  "src/build/out",
  "src/lib/a",
  "src/lib/foo/bar/baz",
  "doc/a/b/c",
  "doc/x/c",
  "doc/c",
  "foobar/baz",
  "foo-x/bar",
  "fooX/Y/bar",
  ".hidden/a",
  ".env",
  "sub/a",
  "sub/b",
  "sub/keep.log",
  "sub/x.log",
  "deep/one/two/three/four",
  "1",
  "12",
  "a1",
  "z",
  "+",
  "-",
  ".",
  "..x",
].filter((file) => file !== ".");

/** What git ignores of the corpus, by the rules of the given ignore files. */
function askGit(ignores: Readonly<Record<string, string>>): ReadonlySet<string> {
  for (const place of ["", "sub", "src", "doc"]) {
    const file = path.join(folder, place, ".gitignore");
    if (ignores[place] === undefined) rmSync(file, { force: true });
    else writeFileSync(file, ignores[place]);
  }
  const result = spawnSync(
    "git",
    ["-c", "core.excludesFile=/dev/null", "-C", folder, "check-ignore", "--no-index", "-z", "--stdin"],
    {
      input: FILES.join("\0"),
    },
  );
  return new Set(
    result.stdout
      .toString("utf8")
      .split("\0")
      .filter((file) => file !== ""),
  );
}

/** The same through the folders from the top, as a walk goes: what is in an ignored folder is never looked at. */
function ask(ignores: Readonly<Record<string, string>>): ReadonlySet<string> {
  const layer = (place: string): readonly IgnoreLayer[] =>
    ignores[place] === undefined ? [] : [{ folder: path.join("/r", place), rules: parseIgnoreFile(ignores[place]) }];
  const isIgnored = (file: string): boolean => {
    const parts = file.split("/");
    return parts.some((_, index) => {
      const layers = [...layer(""), ...(index > 0 ? layer(parts[0]!) : [])];
      return matchIgnored(layers, `/r/${parts.slice(0, index + 1).join("/")}`, index < parts.length - 1);
    });
  };
  return new Set(FILES.filter(isIgnored));
}

describe("parseIgnoreFile agrees with git", () => {
  const table: readonly string[] = [
    "",
    "#x",
    "\\#x",
    "!x",
    "\\!x",
    "a",
    "/a",
    "a/",
    "/a/",
    "*.o",
    "*.o\n!a.o",
    "build",
    "build/",
    "/build",
    "build/*\n!build/keep",
    "build\n!build/keep",
    "foo ",
    "foo\\ ",
    "foo\\  ",
    "foo  ",
    "a\r\nb\r\n",
    "\ufeffa",
    "a?b",
    "a[*]b",
    "a\\*b",
    "a\\?b",
    "\\[a]",
    "[a]",
    "[!a]",
    "[^a]",
    "[]a]",
    "a[]]b",
    "a[!]-]b",
    "a[]-]b",
    "[a-c]",
    "[c-a]",
    "[a-]",
    "[+--]",
    "[[:alpha:]]",
    "[[:digit:]]*",
    "[[:nope:]]",
    "[[:alpha:]",
    "[a",
    "**",
    "/**",
    "**/",
    "**/c",
    "doc/**",
    "doc/**/c",
    "/doc/**/c",
    "**/foo",
    "**/foo/bar",
    "src/**/baz",
    "a/**/b",
    "*",
    "/*",
    "/*\n!/src",
    "*/",
    "*/a",
    "foo**bar",
    "foo**/bar",
    "foo*/bar",
    "***",
    "src/***/baz",
    "doc/*",
    "doc/?",
    "doc/[ax]/c",
    "src/lib",
    "lib/a",
    "/lib/a",
    "a//b",
    "//a",
    "/",
    "//",
    "a\\",
    "\\a",
    "a\\\\b",
    "!",
    "!a\na",
    "a\n!a",
    ".*",
    ".*/",
    ".??*",
    "?",
    "??",
    "sub/*.log\n!sub/keep.log",
    "*.log\n!keep.log",
    "one/two",
    "deep/**/four",
    "**/two/**",
    "FOO",
    "[A-Z]oo",
    "{a,b}",
    "a b",
    "\ta",
    "a\t",
    "foo[ ]bar",
    "**foo",
    "foo**",
    "**/**",
    "**/**/c",
    "doc/**/**/c",
    "src/**/",
    "*/**/c",
    "[/]",
    "src[/]a.o",
    "src[!x]a.o",
    "src[+-9]a.o",
    "src?a.o",
  ];
  it.each(table)("%j", (text) => {
    expect([...ask({ "": text })].sort()).toEqual([...askGit({ "": text })].sort());
  });

  it.each<readonly [Readonly<Record<string, string>>]>([
    [{ "": "*.log", sub: "!keep.log" }],
    [{ "": "a", sub: "!a" }],
    [{ "": "!a", sub: "a" }],
    [{ "": "sub/", sub: "!a" }],
    [{ sub: "/a" }],
    [{ sub: "sub/a" }],
    [{ doc: "**/c\n!/c" }],
    [{ "": "/src/lib", src: "!lib" }],
    [{ "": "lib", src: "!/lib\nlib/foo" }],
  ])("nested: %j", (ignores) => {
    expect([...ask(ignores)].sort()).toEqual([...askGit(ignores)].sort());
  });

  it("on generated files", () => {
    const piece = fc.constantFrom(
      ..."a b ab foo bar doc src lib build c x sub".split(" "),
      "*",
      "**",
      "?",
      "/",
      "/",
      "[ab]",
      "[!a]",
      "[a-f]",
      "\\",
      "\\*",
      ".",
      "o",
      "-",
      "]",
      "[",
      "!",
      " ",
    );
    const line = fc
      .tuple(fc.constantFrom("", "", "!", "/"), fc.array(piece, { minLength: 1, maxLength: 6 }))
      .map(([head, parts]) => head + parts.join(""));
    const file = fc.array(line, { minLength: 1, maxLength: 4 }).map((lines) => lines.join("\n"));
    fc.assert(
      fc.property(file, fc.option(file, { nil: undefined }), (top, sub) => {
        const ignores = sub === undefined ? { "": top } : { "": top, sub };
        expect([...ask(ignores)].sort()).toEqual([...askGit(ignores)].sort());
      }),
      { numRuns: 300 },
    );
  });
});
