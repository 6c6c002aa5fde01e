import { execFileSync, spawnSync } from "node:child_process";
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  statSync,
  writeFileSync,
} from "node:fs";
import os from "node:os";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { LAUNCHER, createWorkspace, startProcess } from "./workspace.fixture.ts";

const root = path.resolve(path.dirname(LAUNCHER), "..");
const { version } = JSON.parse(readFileSync(path.join(root, "package.json"), "utf8")) as { version: string };

/** A copy of the launcher as installed in a project's `node_modules`, for which every real Node is too old. */
function installTooNew(): { readonly project: string; readonly launcher: string } {
  const project = realpathSync(mkdtempSync(path.join(os.tmpdir(), "toolgate-launcher-")));
  const installed = path.join(project, "node_modules/toolgate");
  mkdirSync(path.join(installed, "bin"), { recursive: true });
  cpSync(path.join(root, "package.json"), path.join(installed, "package.json"));
  cpSync(path.join(root, "bin/package.json"), path.join(installed, "bin/package.json"));
  const launcher = path.join(installed, "bin/toolgate.js");
  const source = readFileSync(LAUNCHER, "utf8");
  const patched = source.replace("const NEEDED = [22, 22];", "const NEEDED = [999, 0];");
  expect(patched).not.toBe(source);
  writeFileSync(launcher, patched);
  return { project, launcher };
}

/** A `node` package whose program is this script. */
function installNode(folder: string, script: string, ofVersion = "999.1.0"): void {
  mkdirSync(path.join(folder, "node_modules/node/bin"), { recursive: true });
  writeFileSync(path.join(folder, "node_modules/node/package.json"), JSON.stringify({ version: ofVersion }));
  writeFileSync(path.join(folder, "node_modules/node/bin/node"), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
}

/** When the compiled code of each file was written. */
function readCache(home: string): ReadonlyMap<string, number> {
  const folder = path.join(home, "cache/compiled");
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return new Map(files.map((file) => [file.name, statSync(path.join(file.parentPath, file.name)).mtimeMs]));
}

describe("the launcher", () => {
  it("keeps compiled code that commands and gateways share", async () => {
    const workspace = createWorkspace();
    const home = path.join(workspace.folder, "../home");
    expect(await workspace.run(["tools", "list"])).toMatchObject({ code: 0 });
    const first = readCache(home);
    expect(first.size).toBeGreaterThan(100);
    expect(await workspace.run(["serve", "--stdio"])).toMatchObject({ code: 0 });
    expect(await workspace.run(["tools", "list"])).toMatchObject({ code: 0 });
    const later = readCache(home);
    expect(later.size).toBeGreaterThan(first.size);
    expect([...first].filter(([name, writtenAt]) => later.get(name) !== writtenAt)).toEqual([]);
  });

  it.each(["--version", "-V"])("answers %s without loading anything", (option) => {
    expect(execFileSync(process.execPath, [LAUNCHER, option], { encoding: "utf8" })).toBe(`${version}\n`);
    const { launcher } = installTooNew();
    expect(execFileSync(process.execPath, [launcher, option], { encoding: "utf8" })).toBe(`${version}\n`);
  });

  it("says what is needed, and how, when there is no fitting Node", () => {
    const { project, launcher } = installTooNew();
    const { status, stdout, stderr } = spawnSync(process.execPath, [launcher, "tools"], { encoding: "utf8" });
    expect([status, stdout]).toEqual([2, ""]);
    expect(stderr).toContain(`Node 999.0 or newer is needed; this is Node ${process.versions.node}`);
    expect(stderr).toContain(`npm install --save-dev node@24\` in ${project}`);
  });

  it("hands everything to a fitting node package beside it: arguments, output, exit code", () => {
    const { project, launcher } = installTooNew();
    installNode(project, 'shift; echo "$# $1"; cat; exit 7');
    const options = { encoding: "utf8", input: "typed" } as const;
    const { status, stdout } = spawnSync(process.execPath, [launcher, "two words", "x"], options);
    expect([status, stdout]).toEqual([7, "2 two words\ntyped"]);
  });

  it.each(["SIGTERM", "SIGINT", "SIGHUP"] as const)("forwards %s and waits for the end", async (signal) => {
    const { project, launcher } = installTooNew();
    const name = signal.slice(3);
    installNode(project, `trap 'echo got ${name}; exit 5' ${name}; echo ready; while :; do sleep 0.05; done`);
    const started = startProcess([launcher], project, process.env);
    await started.seen("stdout", /ready/);
    started.child.kill(signal);
    expect(await started.ended).toMatchObject({ code: 5, stdout: `ready\ngot ${name}\n` });
  });

  it("ends by the signal that ended its child", async () => {
    const { project, launcher } = installTooNew();
    installNode(project, "kill -KILL $$");
    const started = startProcess([launcher], project, process.env);
    await started.ended;
    expect(started.child.signalCode).toBe("SIGKILL");
  });

  it("does not start itself for ever when the package lies about its version", () => {
    const { project, launcher } = installTooNew();
    installNode(project, `exec "${process.execPath}" "$@"`);
    const { status, stderr } = spawnSync(process.execPath, [launcher], { encoding: "utf8", timeout: 20_000 });
    expect(status).toBe(2);
    expect(stderr.match(/is needed/g)).toHaveLength(1);
  });

  it("passes over a node package that is too old itself", () => {
    const { project, launcher } = installTooNew();
    installNode(project, "echo never", "998.0.0");
    const { status, stdout } = spawnSync(process.execPath, [launcher], { encoding: "utf8" });
    expect([status, stdout]).toEqual([2, ""]);
  });

  it("never starts a program that a cloned folder brings along", () => {
    const { launcher } = installTooNew();
    const clone = mkdtempSync(path.join(os.tmpdir(), "toolgate-clone-"));
    installNode(clone, "echo owned");
    const { status, stdout } = spawnSync(process.execPath, [launcher], { encoding: "utf8", cwd: clone });
    expect([status, stdout]).toEqual([2, ""]);
  });

  it("says how to build a clone", () => {
    const { project, launcher } = installTooNew();
    writeFileSync(launcher, readFileSync(LAUNCHER));
    const { status, stderr } = spawnSync(process.execPath, [launcher, "tools"], { encoding: "utf8" });
    expect(status).toBe(2);
    expect(stderr).toContain(`Run \`npm run build\` in ${path.join(project, "node_modules/toolgate")}`);
  });

  const old = findOldNode();
  it.runIf(old !== null)("is readable by the old Node of this machine", () => {
    const { launcher } = installTooNew();
    const { status, stderr } = spawnSync(old ?? "", [launcher, "tools"], { encoding: "utf8" });
    expect(status).toBe(2);
    expect(stderr).toContain("or newer is needed");
  });
});

/** A Node on PATH, or in the usual place, that is older than what Toolgate needs. */
function findOldNode(): string | null {
  const folders = [...(process.env["PATH"] ?? "").split(":"), "/usr/bin", "/usr/local/bin"];
  for (const folder of folders) {
    const { status, stdout } = spawnSync(path.join(folder, "node"), ["--version"], { encoding: "utf8" });
    if (status === 0 && Number(stdout.slice(1).split(".")[0]) < 22) return path.join(folder, "node");
  }
  return null;
}
