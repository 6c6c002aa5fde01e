import { spawn } from "@lydell/node-pty";
import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { createToolWorkspace, LAUNCHER } from "./workspace.fixture.ts";
import type { Ended, Workspace } from "./workspace.fixture.ts";

const VALUE = "blue harbour, seventh quay";

let workspace: Workspace;
beforeEach(async () => {
  workspace = await createToolWorkspace();
});

const run = (input: string, ...args: readonly string[]): Promise<Ended> => workspace.run(["scrub", ...args], { input });

describe("scrub", () => {
  it("copies standard input without its secrets", async () => {
    expect(await run("password=hunter2hunter2\nno secret\n")).toEqual({
      code: 0,
      stdout: "password=[REDACTED]\nno secret\n",
      stderr: "",
    });
    expect(await run("")).toEqual({ code: 0, stdout: "", stderr: "" });
    expect((await run("without a line end")).stdout).toBe("without a line end");
  });

  it("says with --json on standard error what it found", async () => {
    const { stdout, stderr } = await run("password=hunter2hunter2\npostgres://me:pw@db\n", "--json");
    expect(stdout).toBe("password=[REDACTED]\npostgres://me:[REDACTED]@db\n");
    expect(JSON.parse(stderr)).toEqual({ redacted: 2, hits: { "assigned-secret": 1, "url-password": 1 } });
  });

  it("copies what is larger than any pipe, in order", async () => {
    const lines = Array.from({ length: 40_000 }, (_, index) => `line ${index} token=abc123def${index} é😀`);
    const { stdout } = await run(`${lines.join("\n")}\n`);
    expect(stdout).toBe(`${lines.map((line) => line.replace(/abc123def\d+/, "[REDACTED]")).join("\n")}\n`);
  });

  it("follows the person's configuration, and of a project that is not trusted only what takes out more", async () => {
    const config = '[output]\npatterns_off = ["url-password"]\n[[output.patterns]]\nname = "n"\npattern = "N-[0-9]+"\n';
    workspace.write("toolgate.toml", config);
    expect((await run("N-12 postgres://me:pw@db")).stdout).toBe("[REDACTED] postgres://me:[REDACTED]@db");
    const folder = path.join(workspace.env["TOOLGATE_HOME"] ?? "", "config");
    mkdirSync(folder, { recursive: true });
    writeFileSync(path.join(folder, "toolgate.toml"), config);
    expect((await run("N-12 postgres://me:pw@db")).stdout).toBe("[REDACTED] postgres://me:pw@db");
    writeFileSync(path.join(folder, "toolgate.toml"), '[output]\npatterns_off = ["url-pasword"]\n');
    const { code, stdout, stderr } = await run("password=hunter2hunter2");
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
    expect(stderr).toContain("url-password");
  });
});

describe("values", () => {
  it("are registered from a pipe, listed without being shown, and removed", async () => {
    const { code, stdout } = await run(`${VALUE}\n`, "add", "--note", "a place");
    expect(code).toBe(0);
    const id = /registered ([0-9a-f-]{36}), 26 characters/.exec(stdout)?.[1] ?? "";
    expect((await run(`at ${VALUE}.`)).stdout).toBe("at [REDACTED].");
    const listed = await run("", "list");
    expect(listed.stdout).toContain("a place");
    expect(listed.stdout).not.toContain("harbour");
    expect((await run(`${VALUE}\n`, "add")).stdout).toContain(`was registered before: ${id}`);
    expect(await workspace.json(["scrub", "list", "--json"])).toMatchObject([{ id, length: 26, note: "a place" }]);
    expect((await run("", "remove", id.slice(0, 8))).code).toBe(0);
    expect((await run("", "remove", id)).code).toBe(1);
    expect((await run(`at ${VALUE}.`)).stdout).toBe(`at ${VALUE}.`);
  });

  it("come from a file, with a warning when they are short", async () => {
    const file = path.join(workspace.folder, "value.txt");
    writeFileSync(file, "quay\n");
    const { code, stderr } = await run("", "add", "--from-file", file);
    expect({ code, stderr }).toMatchObject({ code: 0, stderr: expect.stringContaining("short") as string });
    writeFileSync(file, "abc\n");
    expect((await run("", "add", "--from-file", file)).code).toBe(1);
  });

  it("are never arguments, and the message does not repeat them", async () => {
    const { code, stderr } = await run("", "add", VALUE);
    expect(code).toBe(2);
    expect(stderr).toContain("--from-file");
    expect(stderr).not.toContain("harbour");
  });

  it("are typed unseen", async () => {
    const shown = await new Promise<string>((resolve) => {
      const args = [LAUNCHER, "scrub", "add", "--no-color"];
      const terminal = spawn(process.execPath, args, {
        cwd: workspace.folder,
        env: workspace.env,
        cols: 120,
        rows: 30,
      });
      let text = "";
      let typed = false;
      terminal.onData((data) => {
        text += data;
        if (!typed && text.includes("Value of")) {
          typed = true;
          terminal.write(`${VALUE}\r`);
        }
      });
      terminal.onExit(() => resolve(text));
    });
    expect(shown).toContain("registered");
    expect(shown).not.toContain("harbour");
    expect((await run(`at ${VALUE}.`)).stdout).toBe("at [REDACTED].");
  });
});
