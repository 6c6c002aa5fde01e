import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { findGitPlaces } from "./find-git-places.ts";

let folder: string;
beforeEach(() => (folder = realpathSync(mkdtempSync(path.join(tmpdir(), "toolgate-git-")))));
afterEach(() => rmSync(folder, { recursive: true }));

const at = (...parts: readonly string[]): string => path.join(folder, ...parts);
function write(file: string, text: string): void {
  mkdirSync(path.dirname(at(file)), { recursive: true });
  writeFileSync(at(file), text);
}

describe("the places of git", () => {
  it("are none without a repository, and where `.git` says nothing that can be followed", () => {
    expect(findGitPlaces(folder)).toEqual({ repositories: [], whole: [] });
    for (const text of ["", "nonsense", "gitdir: nowhere", `gitdir: ${"x".repeat(100_000)}`]) {
      write(".git", text);
      expect(findGitPlaces(folder)).toEqual({ repositories: [], whole: [] });
    }
  });

  it("are submodules in each other, by every name, and further working trees", () => {
    for (const one of ["modules/a", "modules/a/modules/b", "modules/a/c", "modules/x/y/z", "worktrees/w"]) {
      write(`.git/${one}/HEAD`, "ref: refs/heads/main");
    }
    mkdirSync(at(".git/modules/a/objects/12"), { recursive: true });
    mkdirSync(at(".git/modules/empty"));
    expect([...findGitPlaces(folder).repositories].sort()).toEqual(
      ["", "/modules/a", "/modules/a/c", "/modules/a/modules/b", "/modules/x/y/z", "/worktrees/w"].map((one) =>
        at(`.git${one}`),
      ),
    );
  });

  it("are those that a further working tree shares its settings with", () => {
    write("main/worktrees/w/HEAD", "x");
    write("main/worktrees/w/commondir", "../..\n");
    write(".git", "gitdir: main/worktrees/w\n");
    expect(findGitPlaces(folder).repositories).toEqual([at("main/worktrees/w"), at("main"), at("main/worktrees/w")]);
  });

  it("are not looked for along links inside", () => {
    write(".git/HEAD", "x");
    mkdirSync(at(".git/modules"));
    symlinkSync("/", at(".git/modules/root"));
    expect(findGitPlaces(folder)).toEqual({ repositories: [at(".git")], whole: [] });
  });

  it.each([
    ["folders", 2_001, (one: string) => mkdirSync(one)],
    ["files", 20_001, (one: string) => writeFileSync(one, "")],
  ])("are held as a whole where there are too many %s", (_what, count, make) => {
    mkdirSync(at(".git/modules"), { recursive: true });
    for (let index = 0; index < count; index += 1) make(at(`.git/modules/${index}`));
    expect(findGitPlaces(folder)).toEqual({ repositories: [at(".git")], whole: [at(".git/modules")] });
  });
});
