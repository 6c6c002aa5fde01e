import { lstatSync, mkdirSync, readlinkSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterAll, afterEach, beforeEach, describe, expect, it } from "vitest";
import { createSandboxBench, createScene } from "./sandbox.fixture.ts";
import type { Scene } from "./sandbox.fixture.ts";

const bench = await createSandboxBench();
afterAll(() => bench.close());

/** What a login, a terminal, a desktop or the name of a program starts later, where nobody confines it. */
describe.skipIf(!bench.sandbox.state.ok)("a workspace that is the home folder", () => {
  let scene: Scene;
  const at = (...parts: readonly string[]): string => path.join(scene.workspace, ...parts);
  const run = (script: string, writable: readonly string[] = []): ReturnType<Scene["run"]> =>
    scene.run(["/bin/sh", "-c", script], { profile: "workspace", atHome: true, writable });
  const evil = async (): Promise<string> =>
    (await scene.run(["/bin/sh", "-c", "grep -rls evil . | grep -v left-by; true"], "none")).output;

  beforeEach(() => {
    scene = createScene(bench);
  });
  afterEach(() => scene.remove());

  const places = [
    ".config/autostart/a.desktop",
    ".config/systemd/user/a.service",
    ".config/environment.d/a.conf",
    ".config/fish/config.fish",
    ".config/git/config",
    ".local/bin/ls",
    ".local/share/systemd/user/a.service",
    ".local/share/applications/a.desktop",
    ".local/lib/python3.11/site-packages/usercustomize.py",
    "bin/ls",
    "go/bin/gopls",
    ".cargo/bin/cargo",
    ".ssh/authorized_keys",
    ".aws/config",
    ".xprofile",
    ".vimrc",
    ".tmux.conf",
    ".vscode-server/data/Machine/settings.json",
  ];

  it.each(places)("keeps what is there: %s", async (file) => {
    mkdirSync(path.dirname(at(file)), { recursive: true });
    writeFileSync(at(file), "mine\n");
    const { dir, top } = { dir: path.dirname(file), top: file.split("/")[0] ?? "" };
    await run(`echo evil >> ${file}; echo evil > ${dir}/evil-${path.basename(file)}; true`);
    await run(`mv ${top} moved && mkdir -p ${dir} && echo evil > ${file}; true`);
    const found = (await evil()).split("\n").filter((name) => name !== "" && !/^\.\/evil-/.test(name));
    expect(found).toEqual([]);
  });

  it.each(places)("moves aside what is new: %s", async (file) => {
    const { left } = await run(`mkdir -p ${path.dirname(file)}; echo evil > ${file}`);
    expect(left).toHaveLength(1);
    expect(await evil()).toBe("");
  });

  it("leaves the rest of it writable, and what the operator grants", async () => {
    mkdirSync(at(".config/app"), { recursive: true });
    mkdirSync(at(".local/share/app"), { recursive: true });
    const script =
      "mkdir -p project .cache; echo 1 > project/a; echo 1 > .cache/a; echo 1 > .config/app/a; cat */a .c*/a .c*/*/a";
    const { output, left } = await run(script, [at(".config/app")]);
    expect([output, left]).toEqual(["1\n1\n1\n", []]);
  });

  it.each([
    ["exchanged", "rm .config; mkdir -p .config/autostart; echo evil > .config/autostart/a.desktop"],
    ["led elsewhere", "mkdir -p e/autostart; echo evil > e/autostart/a.desktop; ln -sfn e .config"],
    ["moved away", "mv .config x; mkdir -p .config/autostart; echo evil > .config/autostart/a.desktop"],
    ["filled", "mkdir -p .config/autostart; echo evil > .config/autostart/a.desktop"],
  ])("puts a folder of settings that is a link back where it was: %s", async (_what, script) => {
    mkdirSync(at("dotfiles/config/systemd"), { recursive: true });
    symlinkSync("dotfiles/config", at(".config"));
    await run(script);
    expect(lstatSync(at(".config")).isSymbolicLink()).toBe(true);
    expect(readlinkSync(at(".config"))).toBe("dotfiles/config");
    expect((await scene.run(["/bin/sh", "-c", "grep -rs evil .config/; true"], "none")).output).toBe("");
  });

  it("knows a place by where its link leads", async () => {
    mkdirSync(at("dotfiles/bin"), { recursive: true });
    mkdirSync(at(".local"));
    symlinkSync("../dotfiles/bin", at(".local/bin"));
    await run("echo evil > dotfiles/bin/ls; mv dotfiles d; mkdir -p dotfiles/bin; echo evil > dotfiles/bin/ls; true");
    expect(await evil()).toBe("");
  });

  it("moves aside what is made where a link led nowhere", async () => {
    symlinkSync("dotfiles/vim", at(".vim"));
    const { left } = await run("mkdir -p dotfiles/vim/plugin; echo evil > dotfiles/vim/plugin/a.vim");
    expect([left, await evil()]).toEqual([[at(".vim")], ""]);
  });

  it("takes no folder of the workspace away for a link to it", async () => {
    await run("mkdir project; echo 1 > project/a; ln -s project .vim");
    expect((await run("cat project/a; ls .vim 2>&1 | head -c 9")).output).toBe("1\nls: canno");
  });

  it("is not about the home folder elsewhere", async () => {
    const script = "mkdir -p .config/autostart bin; echo mine > .config/autostart/a; echo mine > bin/a";
    const { left } = await scene.run(["/bin/sh", "-c", script], { profile: "workspace" });
    expect(left).toEqual([]);
  });
});
