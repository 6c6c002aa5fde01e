import { lstatSync, mkdirSync, readFileSync, readlinkSync, symlinkSync } from "node:fs";
import path from "node:path";
import { afterAll, afterEach, beforeEach, describe, expect, it } from "vitest";
import { createSandboxBench, createScene } from "./sandbox.fixture.ts";
import type { Scene } from "./sandbox.fixture.ts";

const bench = await createSandboxBench();
afterAll(() => bench.close());

describe.skipIf(!bench.sandbox.state.ok)("a file that sets rules and stands elsewhere, by a link", () => {
  let scene: Scene;
  const at = (...parts: readonly string[]): string => path.join(scene.workspace, ...parts);
  const run = (script: string): ReturnType<Scene["run"]> =>
    scene.run(["/bin/sh", "-c", script], { profile: "workspace" });

  beforeEach(async () => {
    scene = createScene(bench);
    mkdirSync(at("shared/hooks"), { recursive: true });
    await scene.run(
      ["/bin/sh", "-c", "echo mine > shared/mcp.json; echo mine > shared/hooks/pre-push; rm -r .git/hooks"],
      "none",
    );
    symlinkSync("shared/mcp.json", at(".mcp.json"));
    symlinkSync("../shared/hooks", at(".git/hooks"));
  });
  afterEach(() => scene.remove());

  it.each([
    ["written", "echo evil > .mcp.json"],
    ["written where it stands", "echo evil > shared/mcp.json"],
    ["exchanged where it stands", "mv shared shared2; mkdir shared; echo evil > shared/mcp.json"],
    ["made a file", "rm .mcp.json; echo evil > .mcp.json"],
    ["led elsewhere", "echo evil > evil; ln -sfn evil .mcp.json"],
    ["taken away", "rm .mcp.json"],
    ["a hook", "echo evil > .git/hooks/pre-push"],
    ["a folder of hooks", "rm .git/hooks; mkdir .git/hooks; echo evil > .git/hooks/pre-push"],
  ])("is the same afterwards when it was %s", async (_what, script) => {
    await run(script);
    expect([".mcp.json", ".git/hooks/pre-push"].map((file) => readFileSync(at(file), "utf8"))).toEqual([
      "mine\n",
      "mine\n",
    ]);
    expect(readlinkSync(at(".mcp.json"))).toBe("shared/mcp.json");
  });

  it("is reported, and what took its place is kept aside", async () => {
    const { left } = await run("rm .mcp.json; echo evil > .mcp.json");
    expect(left).toEqual([at(".mcp.json")]);
    expect(lstatSync(at(".mcp.json")).isSymbolicLink()).toBe(true);
    expect((await run("cat .mcp.json.left-by-*")).output).toBe("evil\n");
  });
});

describe.skipIf(!bench.sandbox.state.ok)("the repository of a submodule", () => {
  it("keeps its settings and hooks", async () => {
    const scene = createScene(bench);
    const setUp =
      "for m in lib deep/er; do git init -q --bare .git/modules/$m; mkdir -p .git/modules/$m/hooks; done; rm -r .git/modules/lib/hooks";
    await scene.run(["/bin/sh", "-c", setUp], "none");
    const script =
      "cd .git/modules; for m in lib deep/er; do echo evil >> $m/config; echo evil > $m/hooks/pre-commit; mkdir -p $m/hooks; echo evil > $m/hooks/x; done; echo ok > lib/HEAD.lock";
    const { left } = await scene.run(["/bin/sh", "-c", script], { profile: "workspace" });
    const look = "grep -rl evil .git/modules | grep -v left-by; cat .git/modules/lib/HEAD.lock";
    expect((await scene.run(["/bin/sh", "-c", look], "none")).output).toBe("ok\n");
    expect(left).toEqual([path.join(scene.workspace, ".git/modules/lib/hooks")]);
    scene.remove();
  });
});

describe.skipIf(!bench.sandbox.state.ok)("settings of git that a program made hard to find", () => {
  const submodule = "git init -q --bare .git/modules/lib; mkdir -p .git/modules/lib/hooks";
  const worktree =
    "git -c user.name=a -c user.email=a@b commit -q --allow-empty -m x && git worktree add -q wt && cp .git/config .git/worktrees/wt/config.worktree";
  const change = "echo evil >> config; echo evil > hooks/pre-push; echo evil > commondir";

  it.each<[string, string, readonly string[]]>([
    [
      "a submodule without HEAD for a while",
      submodule,
      ["mv .git/modules/lib/HEAD .git/modules/lib/h", `cd .git/modules/lib; mv h HEAD; ${change}`],
    ],
    [
      "HEAD as a link to nothing",
      submodule,
      ["cd .git/modules/lib; rm HEAD; ln -s refs/heads/none HEAD", `cd .git/modules/lib; ${change}`],
    ],
    [
      "behind hundreds of others",
      submodule,
      ["cd .git/modules; for i in $(seq 300); do mkdir f$i; : > f$i/HEAD; done", `cd .git/modules/lib; ${change}`],
    ],
    [
      "below another one",
      "git init -q --bare .git/modules/a/lib",
      ["cd .git/modules/a; mkdir objects refs; echo ref: x > HEAD", `cd .git/modules/a/lib; ${change}`],
    ],
    [
      "at the end of a long name",
      "git init -q --bare .git/modules/a/b/c/d/e/f",
      [`cd .git/modules/a/b/c/d/e/f; ${change}`],
    ],
    [
      "a working tree without HEAD for a while",
      worktree,
      [
        "mv .git/worktrees/wt/HEAD .git/worktrees/wt/h",
        "cd .git/worktrees/wt; mv h HEAD; echo evil > commondir; echo evil >> config.worktree",
      ],
    ],
    [
      "a repository behind a link",
      "mkdir s; mv .git s/g; ln -s s/g .git",
      [`cd s/g; ${change}`, "mv s t", "rm .git; git init -q; git config core.fsmonitor evil"],
    ],
    [
      "a repository behind a file",
      "mkdir s; mv .git s/g; echo gitdir: s/g > .git",
      [`cd s/g; ${change}`, "mv s t", "rm .git; git init -q; git config core.fsmonitor evil"],
    ],
  ])("are the same afterwards: %s", async (_what, setUp, scripts) => {
    const scene = createScene(bench);
    expect(await scene.run(["/bin/sh", "-c", setUp], "none")).toMatchObject({ exitCode: 0 });
    for (const script of scripts) await scene.run(["/bin/sh", "-c", script], { profile: "workspace" });
    const look = "grep -rl evil .git . | grep -v left-by; git rev-parse --git-dir >&2";
    const { output } = await scene.run(["/bin/sh", "-c", look], "none");
    expect(output).toMatch(/^(?:\.git|\S+\/s\/g)\n$/);
    scene.remove();
  });

  it("let git work with what stands behind a link or a file", async () => {
    for (const setUp of ["ln -s s/g .git", "echo gitdir: s/g > .git"]) {
      const scene = createScene(bench);
      await scene.run(["/bin/sh", "-c", `mkdir s; mv .git s/g; ${setUp}`], "none");
      const commit = "git add a.txt && git -c user.name=a -c user.email=a@b -c core.hooksPath=/x commit -qm x";
      expect(await scene.run(["/bin/sh", "-c", commit], { profile: "workspace" })).toMatchObject({
        exitCode: 0,
        left: [],
      });
      scene.remove();
    }
  });
});
