import { spawn } from "@lydell/node-pty";
import { readdirSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { createToolWorkspace, LAUNCHER } from "./workspace.fixture.ts";
import type { Ended, Workspace } from "./workspace.fixture.ts";

const VALUE = "hunter2-s3cret-value";

let workspace: Workspace;
beforeEach(async () => {
  workspace = await createToolWorkspace();
});

const run = (...args: readonly string[]): Promise<Ended> => workspace.run(["secrets", ...args]);
const set = (value: string, ...args: readonly string[]): Promise<Ended> =>
  workspace.run(["secrets", "set", ...args], { input: value });
const dataFolder = (): string => path.join(workspace.env["TOOLGATE_HOME"] ?? "", "data");

describe("secrets", () => {
  it("are set from a pipe, listed without their values, checked, unbound and removed", async () => {
    const done = await set(`${VALUE}\n`, "token", "--tool", "ask", "--workspace");
    expect(done).toMatchObject({ code: 0, stderr: "" });
    expect(done.stdout).toBe("✓ kept token in this workspace\n  released to ask (program)\n");
    expect((await run("list")).stdout).toBe("token\tthe store\task (program) by toolgate secrets, this workspace\n");
    expect(await run("check", "token", "--tool", "ask")).toMatchObject({
      code: 0,
      stdout: "✓ token is released to ask\n  from the store, bound by toolgate secrets\n",
    });
    const elsewhere = await run("check", "token", "--tool", "ask", "--host", "evil.com");
    expect(elsewhere.code).toBe(3);
    expect(elsewhere.stdout).toContain("toolgate secrets bind token --tool ask --host evil.com --workspace");
    expect((await run("unbind", "token", "--tool", "ask", "--workspace")).code).toBe(0);
    expect((await run("check", "token", "--tool", "ask")).code).toBe(3);
    expect((await run("remove", "token", "--workspace")).code).toBe(0);
    expect(await run("remove", "token", "--workspace")).toMatchObject({ code: 1 });
    expect((await run("list")).stderr).toContain("No secrets");
  });

  it("are JSON for programs, and never hold a value", async () => {
    await set(VALUE, "token", "--tool", "ask", "--host", "api.example.com");
    const listed = await workspace.json(["secrets", "list"]);
    const binding = { tool: "ask", host: "api.example.com", source: "toolgate secrets" };
    expect(listed).toEqual([{ name: "token", bindings: [binding], place: "the store", problem: null }]);
    const check = await workspace.json(["secrets", "check", "token", "--tool", "ask"]);
    expect(check).toMatchObject({ isReleased: false, isUsed: false, error: { code: "SECRET_NOT_BOUND" } });
    const everything = [listed, check, await workspace.json(["audit", "list"])];
    expect(JSON.stringify(everything)).not.toContain("hunter2");
  });

  it("say who gets them, also by the word of a file", async () => {
    expect((await set(VALUE, "token")).stderr).toContain("Nobody gets it yet: toolgate secrets bind token --tool TOOL");
    workspace.write(
      "../home/config/toolgate.toml",
      '[[secrets.bind]]\nsecret = "token"\ntools = ["ask"]\nhosts = ["api.example.com"]\n',
    );
    const again = (await set(VALUE, "token")).stderr;
    expect(again).toContain("It is released to ask at api.example.com by ");
    expect(again).not.toContain("Nobody");
    const { stderr } = await run("check", "token", "--tool", "ask");
    expect(stderr).toContain("`ask` does not use `token`: it names no such secret.");
  });

  it("are read from a file, whole where it has several lines", async () => {
    workspace.write("key.pem", "-----BEGIN-----\nabc\n-----END-----\n", 0o600);
    expect((await run("set", "key", "--from-file", "key.pem")).code).toBe(0);
    workspace.write("bad", "", 0o600);
    expect(await run("set", "bad", "--from-file", "bad")).toMatchObject({ code: 1 });
    expect((await run("set", "bad", "--from-file", "missing")).stderr).toContain("cannot read missing");
  });

  it("are not taken from the command line, and what was given is not repeated", async () => {
    const refused = await run("set", "token", VALUE);
    expect(refused).toMatchObject({ code: 2, stdout: "" });
    expect(refused.stderr).not.toContain("hunter2");
    expect((await run("set", `token=${VALUE}`)).code).toBe(1);
  });

  it("are asked for unseen in a terminal", async () => {
    const { env, folder } = workspace;
    const terminal = spawn(process.execPath, [LAUNCHER, "secrets", "set", "token", "--tool", "ask"], {
      cwd: folder,
      env,
    });
    let seen = "";
    let isTyped = false;
    terminal.onData((chunk) => {
      seen += chunk;
      if (isTyped || !seen.includes("Value of token")) return;
      isTyped = true;
      terminal.write(`${VALUE}\r`);
    });
    const code = await new Promise((resolve) => terminal.onExit(({ exitCode }) => resolve(exitCode)));
    expect([code, isTyped]).toEqual([0, true]);
    expect(seen).not.toContain("hunter2");
    expect((await run("list")).stdout).toContain("token\tthe store");
  });

  it("say what is wrong, and end with the code that says so", async () => {
    expect(await set("", "token")).toMatchObject({ code: 1 });
    expect(await set(VALUE, "../token")).toMatchObject({ code: 1 });
    expect((await set("ab", "token")).stderr).toContain("fewer than 8 characters");
    expect((await run("bind", "token", "--tool", "*")).stderr).toContain("VALIDATION");
    expect(await run("bind", "token")).toMatchObject({ code: 1 });
    expect(await run("check", "token")).toMatchObject({ code: 2 });
    expect((await run("check", "token", "--tool", "nope")).stdout).toContain("UNKNOWN_TOOL");
  });
});

describe("the key", () => {
  it("is changed by a command, and everything still opens", async () => {
    await set(VALUE, "token", "--tool", "ask", "--workspace");
    const file = path.join(dataFolder(), "secrets.key");
    const before = readFileSync(file);
    const rotated = await run("rotate");
    expect(rotated).toMatchObject({ code: 0 });
    expect(rotated.stdout).toMatch(/^✓ 1 value is sealed with the key [0-9a-f]{16} now\n$/);
    expect(readFileSync(file).equals(before)).toBe(false);
    expect(readdirSync(dataFolder()).filter((name) => name.startsWith("secrets"))).toEqual(["secrets.key"]);
    expect((await run("check", "token", "--tool", "ask")).code).toBe(0);
  });

  it("that is lost is said so, with what to do", async () => {
    await set(VALUE, "token", "--tool", "ask", "--workspace");
    rmSync(path.join(dataFolder(), "secrets.key"));
    expect((await run("check", "token", "--tool", "ask")).stdout).toContain("is missing");
    expect((await set(VALUE, "other")).stderr).toContain("KEY_MISSING");
    expect((await run("rotate")).stderr).toContain("SEALED_UNREADABLE");
    expect(readdirSync(dataFolder())).not.toContain("secrets.key");
    expect((await run("remove", "token", "--workspace")).code).toBe(0);
    expect((await set(VALUE, "token")).code).toBe(0);
  });
});
