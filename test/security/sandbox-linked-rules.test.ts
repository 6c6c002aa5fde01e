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
