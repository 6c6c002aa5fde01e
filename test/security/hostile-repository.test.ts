import { execFileSync } from "node:child_process";
import { chmodSync, existsSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { TestGateway, TestWorkspace } from "../support/workspace.ts";
import { createTestWorkspace } from "../support/workspace.ts";
import { git } from "./tools.fixture.ts";

const SUBCOMMANDS = [
  ...["blame", "branch", "cat-file", "describe", "diff", "for-each-ref", "grep", "log", "ls-files", "ls-tree"],
  ...["reflog", "remote", "rev-list", "rev-parse", "shortlog", "show", "stash", "status", "tag", "worktree"],
];
const GIT = `
name = "git"
description = "d"
kind = "command"
effect = "read"
binary = "git"
args_mode = "free"
allowed_subcommands = ${JSON.stringify(SUBCOMMANDS)}
`;

let workspace: TestWorkspace;
let gateway: TestGateway;
let ran: string;

/** A repository in which every setting that can name a program names one that leaves a trace. */
beforeAll(async () => {
  workspace = createTestWorkspace({ tools: { git: GIT } });
  const { folder } = workspace;
  const evil = workspace.write("evil.sh", `#!/bin/sh\necho "$0 $@" >> ${folder}/RAN\ncat\n`);
  chmodSync(evil, 0o755);
  ran = path.join(folder, "RAN");
  git(folder, "init", "-q");
  workspace.write("a.txt", "x\n");
  git(folder, "add", "a.txt");
  git(folder, "commit", "-qm", "m");
  workspace.write(".gitattributes", "* diff=evil\n");
  for (const [key, value] of settings(evil)) git(folder, "config", key, value);
  workspace.write("a.txt", "y\n");
  gateway = await workspace.open();
});

afterAll(() => workspace.remove());

function settings(evil: string): readonly (readonly [string, string])[] {
  const programs = [
    ...["core.fsmonitor", "core.pager", "core.editor", "core.sshCommand", "core.askPass", "core.gitProxy"],
    ...["diff.external", "diff.evil.command", "diff.evil.textconv", "pager.log", "pager.diff", "pager.status"],
    ...["gpg.program", "gpg.ssh.program", "interactive.diffFilter", "core.alternateRefsCommand"],
    ...["uploadpack.packObjectsHook", "sequence.editor", "merge.evil.driver"],
  ];
  return [
    ...programs.map((key) => [key, evil] as const),
    ["core.hooksPath", path.dirname(evil)],
    ["credential.helper", `!${evil}`],
    ["alias.log", `!${evil}`],
    ["alias.status", `!${evil}`],
    ["remote.origin.url", `ext::${evil}`],
    ["remote.origin.promisor", "true"],
    ["log.showSignature", "true"],
    ["format.pretty", "%G?"],
    ["diff.submodule", "log"],
    ["grep.fallbackToNoIndex", "true"],
  ];
}

describe("a repository whose settings name programs", () => {
  it.each([
    ...[
      "status",
      "diff",
      "diff --stat",
      "diff HEAD",
      "log",
      "log -p",
      "log --pretty=fuller",
      "show",
      "show HEAD:a.txt",
    ],
    ...["blame a.txt", "grep x", "grep --untracked x", "ls-files -m", "ls-files -o", "describe --always --dirty"],
    ...["branch", "branch --list", "tag", "tag --list", "stash list", "reflog", "reflog show", "remote", "remote -v"],
    ...[
      "remote show origin",
      "rev-parse HEAD",
      "rev-list --all",
      "shortlog HEAD",
      "cat-file -p HEAD:a.txt",
      "ls-tree HEAD",
    ],
    ...["for-each-ref", "worktree list", "cat-file -p 0123456789012345678901234567890123456789"],
  ])("starts none of them: git %s", async (line) => {
    const outcome = await gateway.call("git", { args: line.split(" ") });
    expect(outcome.evidence).not.toBeNull();
    expect(existsSync(ran) ? readFileSync(ran, "utf8") : "").toBe("");
  });

  it("would start them if the settings were left alone", () => {
    const { folder } = workspace;
    const env = { ...process.env, GIT_CONFIG_GLOBAL: "/dev/null", GIT_CONFIG_NOSYSTEM: "1" };
    execFileSync("git", ["diff"], { cwd: folder, env, stdio: "ignore" });
    const programs = readFileSync(ran, "utf8");
    rmSync(ran);
    expect(programs).not.toBe("");
  });

  it.each([
    ...["-c core.pager=x log", "--git-dir=/tmp log", "-C /tmp log", "--exec-path=/tmp log", "-p log"],
    ...["diff --ext-diff", "diff --textconv", "log --show-signature", "log --pretty=%G?", "log --format=%GK"],
    ...[
      "diff --output=x",
      "diff -o x",
      "log --output x",
      "diff --no-index /etc/passwd a.txt",
      "diff /etc/passwd a.txt",
    ],
    ...["grep -O", "grep --open-files-in-pager=x x", "grep -f /etc/passwd", "show ../x", "log -- ../x", "log -- /etc"],
    ...["blame --contents=/etc/passwd a.txt", "ls-files --exclude-from=/etc/passwd", "status -- ../../x"],
    ...["branch x", "branch -D x", "tag x", "stash", "stash drop", "reflog expire --all", "remote add x y"],
    ...[
      "worktree add x",
      "cat-file --batch",
      "cat-file --textconv HEAD:a.txt",
      "rev-parse --parseopt",
      "push",
      "ls-remote",
    ],
    ...["for-each-ref --format=%(signature)", "log --ext-dif", "diff --outp=x", "log --no-pager"],
  ])("is not reached by: git %s", async (line) => {
    const outcome = await gateway.call("git", { args: line.split(" ") });
    expect(outcome).toMatchObject({ status: "refused", evidence: null });
  });
});
