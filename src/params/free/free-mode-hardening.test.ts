import { spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { FreeArgsSpec } from "../../model/tool.ts";
import type { ParamContext } from "../param-type.ts";
import { freeModeArgs, freeModeEnvironment } from "./free-mode-hardening.ts";
import type { RepositoryLimits } from "./option-table.ts";
import { validateFreeArgs } from "./validate-free-args.ts";

const root = mkdtempSync(path.join(tmpdir(), "toolgate-free-"));
const repository = path.join(root, "repository");
const marker = path.join(root, "marker");
const trap = path.join(root, "trap.sh");
const plain = { PATH: process.env["PATH"], HOME: root, GIT_CONFIG_NOSYSTEM: "1" };

const SPEC: FreeArgsSpec = {
  binary: "git",
  allowedSubcommands: ["status", "log", "diff", "show", "blame", "grep", "branch", "tag", "remote", "stash", "reflog"],
  allowedFlags: [],
};
const CONTEXT: ParamContext = { sessionFolder: root, workspaceRoots: [repository], scope: null, scopeRequired: true };

const look = (): RepositoryLimits => ({ filterDrivers: ["trap"], ceiling: root });

function git(args: readonly string[], env: Readonly<Record<string, string | undefined>> = plain): string {
  const child = spawnSync("git", args, { cwd: repository, env, encoding: "utf8", input: "" });
  if (child.error !== undefined) throw child.error;
  return child.stdout + child.stderr;
}

/** A repository whose own settings name a program wherever git reads one for the commands that are allowed. */
beforeAll(() => {
  mkdirSync(repository);
  writeFileSync(trap, `#!/bin/sh\necho ran >> ${marker}\ncat "$1" 2>/dev/null\nexit 0\n`);
  chmodSync(trap, 0o755);
  git(["init", "-q", "-b", "main"]);
  writeFileSync(path.join(repository, "f"), "one\n");
  writeFileSync(path.join(repository, ".gitattributes"), "* diff=trap filter=trap\n");
  const author = ["-c", "user.name=a", "-c", "user.email=a@example.com"];
  git(["add", "."]);
  git([...author, "commit", "-qm", "first"]);
  const signed = git(["cat-file", "commit", "HEAD"]).replace("\n\n", "\ngpgsig -----BEGIN PGP SIGNATURE-----\n x\n\n");
  writeFileSync(path.join(root, "commit"), signed);
  git(["update-ref", "HEAD", git(["hash-object", "-t", "commit", "-w", path.join(root, "commit")]).trim()]);
  writeFileSync(path.join(repository, "f"), "two\n");
  for (const key of [
    "core.fsmonitor",
    "core.pager",
    "diff.external",
    "diff.trap.textconv",
    "gpg.program",
    "filter.trap.clean",
  ]) {
    git(["config", key, trap]);
  }
  git(["config", "core.sshCommand", trap]);
  git(["config", "log.showSignature", "true"]);
  git(["config", "pretty.evil", "%G?"]);
  git(["config", "remote.origin.url", `ext::${trap}`]);
  git(["config", "protocol.ext.allow", "always"]);
});
afterAll(() => rmSync(root, { recursive: true }));

describe("a repository that names programs", () => {
  it("would have run them", () => {
    git(["log", "-p"]);
    expect(existsSync(marker)).toBe(true);
    rmSync(marker);
  });

  it.each([
    [["status"]],
    [["status", "--short"]],
    [["diff"]],
    [["diff", "--cached", "--stat"]],
    [["log"]],
    [["log", "-p"]],
    [["log", "--format=evil"]],
    [["show"]],
    [["show", "HEAD"]],
    [["blame", "f"]],
    [["grep", "one"]],
    [["branch", "-vv"]],
    [["tag"]],
    [["remote", "-v"]],
    [["remote", "show", "origin"]],
    [["stash", "list"]],
    [["reflog"]],
  ])("runs none of them for git %j", (args) => {
    const checked = validateFreeArgs(SPEC, args, CONTEXT);
    expect(checked.ok).toBe(true);
    const env = { PATH: process.env["PATH"], HOME: root, ...freeModeEnvironment("git", look) };
    const output = git(freeModeArgs("git", args), env);
    expect(output).not.toMatch(/fatal|error:|usage/);
    expect(existsSync(marker)).toBe(false);
  });
});

describe("freeModeArgs", () => {
  it.each([
    [
      ["diff", "--stat"],
      ["diff", "--no-ext-diff", "--no-textconv", "--ignore-submodules=dirty", "--stat"],
    ],
    [
      ["log", "-5"],
      ["log", "--no-ext-diff", "--no-textconv", "-5"],
    ],
    [
      ["blame", "f"],
      ["blame", "--no-textconv", "--no-ignore-revs-file", "f"],
    ],
    [
      ["remote", "show", "origin"],
      ["remote", "show", "-n", "origin"],
    ],
    [
      ["remote", "-v"],
      ["remote", "-v"],
    ],
    [["branch"], ["branch"]],
    [
      ["unknown", "x"],
      ["unknown", "x"],
    ],
    [[], []],
  ])("%j", (args, expected) => expect(freeModeArgs("git", args)).toEqual(expected));

  it("knows the program by its name, also in a path, and leaves others alone", () => {
    expect(freeModeArgs("/usr/bin/git", ["show"])).toEqual(["show", "--no-ext-diff", "--no-textconv"]);
    expect(freeModeArgs("kubectl", ["diff"])).toEqual(["diff"]);
    expect(freeModeEnvironment("/usr/bin/git", look)).toMatchObject({ GIT_PAGER: "cat", GIT_CONFIG_NOSYSTEM: "1" });
    expect(freeModeEnvironment("kubectl", look)).toEqual({});
  });

  it("numbers the settings without a gap", () => {
    const environment = freeModeEnvironment("git", look);
    const count = Number(environment["GIT_CONFIG_COUNT"]);
    for (let index = 0; index < count; index++) {
      expect(environment[`GIT_CONFIG_KEY_${index}`]).toMatch(/^[a-z]+(?:\.[A-Za-z0-9]+)+$/);
      expect(environment[`GIT_CONFIG_VALUE_${index}`]).toBeTypeOf("string");
    }
    expect(environment).not.toHaveProperty(`GIT_CONFIG_KEY_${count}`);
  });
});
