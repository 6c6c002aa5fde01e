import { execFileSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { JsonObject } from "../../../src/model/json.ts";
import type { TestGateway, TestWorkspace } from "../../support/workspace.ts";
import { createTestWorkspace } from "../../support/workspace.ts";

/** Stands in for programs that few machines have: prints exactly the arguments and folder it was started with. */
const RECORDER = `#!/usr/bin/env node
console.log(JSON.stringify({ args: process.argv.slice(2), cwd: process.cwd() }));
`;

const SCOPE = `[scope]
targets = ["192.0.2.0/24"]
domains = ["example.org", "*.example.org"]
exclude = ["192.0.2.13"]
`;

let workspace: TestWorkspace;
let gateway: TestGateway;
let programs = "";
const pathBefore = process.env["PATH"];

beforeEach(async () => {
  programs = realpathSync(mkdtempSync(path.join(tmpdir(), "toolgate-programs-")));
  for (const name of ["ffmpeg", "whois"]) {
    writeFileSync(path.join(programs, name), RECORDER);
    chmodSync(path.join(programs, name), 0o755);
  }
  process.env["PATH"] = `${programs}:${pathBefore ?? ""}`;
  const example = (file: string): string => readFileSync(path.join("examples", file), "utf8");
  workspace = createTestWorkspace({
    tools: {
      "ffmpeg.trim": example("whitelist/ffmpeg.trim.toml"),
      git: example("whitelist/git.toml"),
      "whois_lookup.clad": example("toolclad/whois_lookup.clad.toml"),
    },
    config: '[permissions]\nallow = ["ffmpeg.trim", "git", "whois_lookup"]\n',
  });
  workspace.write("scope/scope.toml", SCOPE);
  gateway = await workspace.open();
});

afterEach(async () => {
  process.env["PATH"] = pathBefore;
  await workspace.remove();
  rmSync(programs, { recursive: true, force: true });
});

describe("ffmpeg.trim, as printed", () => {
  const good: JsonObject = { input: "in.mp4", start: "1.5", end: "3", output: "cut/out.mp4" };

  it("fills the template, with paths inside the session's own folder", async () => {
    const outcome = await gateway.call("ffmpeg.trim", good);
    expect(outcome.status).toBe("success");
    const { args, cwd } = JSON.parse((outcome.structured as { stdout: string }).stdout) as {
      args: string[];
      cwd: string;
    };
    const inSession = (file: string): string => path.join(cwd, file);
    expect(cwd.startsWith(realpathSync(workspace.dataFolder))).toBe(true);
    expect(args).toEqual([
      ...["-y", "-i", inSession("in.mp4"), "-ss", "1.5", "-to", "3", "-c", "copy", inSession("cut/out.mp4")],
    ]);
  });

  it("takes `$SESSION_DIR` from the caller too", async () => {
    const outcome = await gateway.call("ffmpeg.trim", { ...good, input: "$SESSION_DIR/in.mp4" });
    expect(outcome.status).toBe("success");
  });

  it.each([
    ["a path out of the session", { input: "../other/in.mp4" }],
    ["an absolute path", { output: "/etc/cron.d/x" }],
    ["a time that its pattern refuses", { start: "00:00:10" }],
    ["an option in place of a time", { end: "-1" }],
  ])("refuses %s", async (_name, change) => {
    expect((await gateway.call("ffmpeg.trim", { ...good, ...change })).error?.code).toBe("INVALID_ARGUMENTS");
  });
});

describe("git, as printed", () => {
  beforeEach(() => {
    workspace.write("a.txt", "one\n");
    const script = "git init -q . && git add -A && git -c user.name=t -c user.email=t@t commit -qm first";
    execFileSync("sh", ["-c", script], { cwd: workspace.folder });
  });

  it.each([
    ["status", ["status", "--short"]],
    ["log", ["log", "--oneline"]],
    ["diff", ["diff", "--stat"]],
    ["branch", ["branch"]],
    ["show", ["show", "--stat", "HEAD"]],
    ["rev-parse", ["rev-parse", "HEAD"]],
  ])("runs %s", async (_name, args) => {
    const outcome = await gateway.call("git", { args });
    expect(outcome.error).toBeNull();
  });

  it.each([
    ["a subcommand that is not listed", ["push", "--force"]],
    ["an option before the subcommand", ["-c", "core.pager=sh", "log"]],
    ["another repository", ["--git-dir=/tmp/x", "log"]],
    ["writing a file", ["log", "--output=/tmp/owned"]],
    ["running a helper", ["diff", "--ext-diff"]],
    ["files outside a repository", ["diff", "--no-index", "/etc/passwd", "/dev/null"]],
    ["deleting a branch", ["branch", "-D", "main"]],
    ["no arguments", []],
    ["arguments that are not strings", [1]],
  ])("refuses %s", async (_name, args) => {
    expect((await gateway.call("git", { args })).error?.code).toBe("INVALID_ARGUMENTS");
  });

  it("runs nothing that the repository itself names", async () => {
    const marker = path.join(workspace.folder, "owned");
    mkdirSync(path.join(workspace.folder, ".git/hooks"), { recursive: true });
    const settings = {
      "core.fsmonitor": `touch ${marker}`,
      "diff.external": `touch ${marker}`,
      "core.pager": `touch ${marker}`,
    };
    for (const [key, value] of Object.entries(settings))
      execFileSync("git", ["config", key, value], { cwd: workspace.folder });
    workspace.write("a.txt", "two\n");
    for (const args of [["status"], ["diff"], ["log", "-p"], ["show"]]) await gateway.call("git", { args });
    expect(() => readFileSync(marker)).toThrow();
  });
});

describe("whois_lookup, a ToolClad manifest", () => {
  it("runs for a target in scope and answers in the envelope", async () => {
    const outcome = await gateway.call("whois_lookup", { target: "www.example.org" });
    expect(outcome.status).toBe("success");
    expect(outcome.structured).toMatchObject({
      status: "success",
      tool: "whois_lookup",
      exit_code: 0,
      output_hash: outcome.evidence?.stdoutHash,
      results: { raw_output: expect.stringContaining('"args":["www.example.org"]') as string },
    });
  });

  it.each([
    ["outside the scope", "example.net"],
    ["excluded", "192.0.2.13"],
    ["a suffix trick", "evil-example.org"],
    ["a shell metacharacter", "example.org;id"],
    ["an option", "-h"],
    ["a number that means an address", "3221225985"],
  ])("refuses a target that is %s", async (_name, target) => {
    expect((await gateway.call("whois_lookup", { target })).error?.code).toBe("INVALID_ARGUMENTS");
  });
});
