import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { parseGitConfig } from "./git-config.ts";
import { inspectGitRepository } from "./git-repository.ts";

let top: string;
let root: string;

beforeEach(() => {
  top = realpathSync(mkdtempSync(path.join(tmpdir(), "toolgate-repository-")));
  root = path.join(top, "root");
  mkdirSync(root);
});
afterEach(() => rmSync(top, { recursive: true }));

function write(file: string, text: string): void {
  mkdirSync(path.dirname(path.join(top, file)), { recursive: true });
  writeFileSync(path.join(top, file), text);
}

const inspect = (folder = root) => inspectGitRepository(folder, [root]);
const drivers = (folder?: string): readonly string[] | string => {
  const fact = inspect(folder);
  return fact.ok ? fact.filterDrivers : fact.message;
};

describe("inspectGitRepository", () => {
  it("is content without a repository, and says where to stop", () => {
    expect(inspect()).toEqual({ ok: true, filterDrivers: [], ceiling: top });
  });

  it.each([
    ['[filter "a"]\n clean = x', ["a"]],
    ['\uFEFF[FILTER "A b.c"]', ["A b.c"]],
    ["[filter.Old]", ["old"]],
    ['[Filter.Old "New"]', ["old.New"]],
    ['[core] bare = false\r\n\t[filter\t "a\\"\\\\\\b"] clean = x # [filter "no"]', ['a"\\b']],
    ['[user][filter "one"]smudge=x\n[filter "two"]required', ["one", "two"]],
    ['[x]\n y = "[filter no]" \\\n [filter "no"]\n[filter "yes"]', ["yes"]],
    ['; [filter "no"]\n# [filter "no"]\n[filter ""]', [""]],
  ])("finds the filters of %j", (text, expected) => {
    write("root/.git/config", text);
    expect(drivers()).toEqual(expected);
  });

  it.each([
    "[include]\npath = x",
    '[includeIf "gitdir:/"] path = x',
    "[InClUdE]path=x",
    "[core]\n WorkTree = /",
    "[user]x=1\n[core]bare=false\nworktree",
    '[filter "a',
    '[filter "a"',
    "[filter 'a']",
    "clean = x",
    '[filter "a"]\nclean = "open\n',
    '[filter "a"]\nclean = \\q',
    '[filter "a"]\n1 = x',
    "[a]\n\0",
  ])("refuses %j", (text) => {
    write("root/.git/config", text);
    expect(inspect()).toMatchObject({ ok: false });
  });

  it("reads the configuration of one work tree, of a level above and of a bare layout, too", () => {
    write("root/.git/config", '[filter "a"]');
    write("root/.git/config.worktree", '[filter "b"]');
    write("root/sub/HEAD", "");
    write("root/sub/refs/x", "");
    write("root/sub/objects/x", "");
    write("root/sub/config", '[filter "c"]');
    expect(drivers(path.join(root, "sub"))).toEqual(["a", "b", "c"]);
  });

  it("follows a .git file and commondir inside the roots", () => {
    write("root/a/.git", "gitdir: ../main/.git/worktrees/a\n");
    write("root/main/.git/worktrees/a/commondir", "../..\n");
    write("root/main/.git/config", '[filter "a"]');
    expect(drivers(path.join(root, "a"))).toEqual(["a"]);
  });

  it.each<[string, () => void]>([
    ["a .git file", () => write("root/.git", `gitdir: ${top}/other/.git\n`)],
    ["a .git file that says nothing", () => write("root/.git", "hello\n")],
    ["a .git link", () => symlinkSync(path.join(top, "other/.git"), path.join(root, ".git"))],
    ["commondir", () => write("root/.git/commondir", "../../other/.git")],
    ["alternates", () => write("root/.git/objects/info/alternates", "# x\n../../../other/.git/objects\n")],
    ["quoted alternates", () => write("root/.git/objects/info/alternates", '"../x"\n')],
    [
      "a link among the objects",
      () => {
        write("root/.git/objects/ab/x", "");
        symlinkSync(path.join(top, "other/.git/config"), path.join(root, ".git/objects/ab/cd"));
      },
    ],
    ["a huge configuration", () => write("root/.git/config", "#".repeat(2_000_000))],
    ["a configuration that is a folder", () => write("root/.git/config/x", "")],
  ])("refuses %s", (_, prepare) => {
    write("other/.git/config", "");
    mkdirSync(path.join(top, "other/.git/objects"));
    prepare();
    expect(inspect()).toMatchObject({ ok: false });
  });

  it("refuses a folder outside the roots, and a root that git cannot be told about", () => {
    expect(inspect(top)).toMatchObject({ ok: false });
    const odd = path.join(top, "a:b/root");
    expect(inspectGitRepository(odd, [odd])).toMatchObject({ ok: false });
  });
});

describe("parseGitConfig", () => {
  it("knows every setting that git knows, or refuses the text", () => {
    const word = fc.constantFrom(
      "[",
      "]",
      '"',
      "\\",
      "\n",
      " ",
      "=",
      "#",
      ";",
      "a",
      "filter",
      "x.y",
      "\r\n",
      '[f "s"]',
      "\t",
    );
    const text = fc.array(word, { maxLength: 14 }).map((words) => `[a]\n${words.join("")}`);
    const file = path.join(top, "config");
    fc.assert(
      fc.property(text, (config) => {
        const parsed = parseGitConfig(config);
        if (parsed === null) return;
        writeFileSync(file, config);
        const listed = spawnSync("git", ["config", "--file", file, "--list", "--name-only", "-z"], {
          encoding: "utf8",
        });
        // git may refuse more; then it does not start at all.
        const output = listed.status === 0 ? listed.stdout : "";
        const known = new Set(parsed.map(({ section, key }) => `${section}.${key ?? ""}`));
        for (const name of output.split("\0").filter((found) => found !== "")) expect(known).toContain(name);
      }),
      { numRuns: 100 },
    );
  });
});
