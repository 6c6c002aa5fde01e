import { chmodSync, existsSync, mkdirSync, renameSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { TestWorkspace } from "../support/workspace.ts";
import { createTestWorkspace } from "../support/workspace.ts";
import { git } from "./tools.fixture.ts";

const GIT = `name = "git"
description = "d"
kind = "command"
effect = "read"
binary = "git"
args_mode = "free"
allowed_subcommands = ["blame", "describe", "diff", "grep", "log", "ls-files", "show", "status"]
`;

let workspace: TestWorkspace;
let outside: TestWorkspace;

beforeEach(() => {
  workspace = createTestWorkspace();
  outside = createTestWorkspace();
  outside.write("secret", "SECRET\n");
});
afterEach(async () => {
  await workspace.remove();
  await outside.remove();
});

describe("filters of a hostile repository", () => {
  it.each(["diff", "status", "ls-files -m", "describe --always --dirty", "blame a.txt"])(
    "do not run: git %s",
    async (line) => {
      const { folder } = workspace;
      const evil = workspace.write("evil.sh", `#!/bin/sh\necho ran >> ${folder}/RAN\ncat\n`);
      chmodSync(evil, 0o755);
      git(folder, "init", "-q");
      workspace.write("a.txt", "x\n");
      git(folder, "add", "a.txt");
      git(folder, "commit", "-qm", "m");
      workspace.write(".gitattributes", "* filter=evil\n");
      git(folder, "config", "filter.evil.clean", evil);
      workspace.write("a.txt", "y\n");
      workspace.write("tools/git.toml", GIT);
      const gateway = await workspace.open();
      const outcome = await gateway.call("git", { args: line.split(" ") });
      expect(outcome.status).toBe("success");
      expect(existsSync(path.join(folder, "RAN"))).toBe(false);
    },
  );
});

describe("git stays in the workspace", () => {
  it.each([":/secret.txt", ":(top)secret.txt"])("whatever the pathspec: %s", async (spec) => {
    git(workspace.folder, "init", "-q");
    workspace.write("secret.txt", "SECRET\n");
    workspace.write("ws/toolgate.toml", "");
    workspace.write("ws/tools/git.toml", GIT);
    const gateway = await workspace.open({ cwd: path.join(workspace.folder, "ws") });
    const outcome = await gateway.call("git", { args: ["grep", "--untracked", "SECRET", "--", spec] });
    expect(JSON.stringify(outcome.structured)).not.toContain("SECRET");
  });
  it("whatever core.worktree says", async () => {
    git(workspace.folder, "init", "-q");
    git(workspace.folder, "config", "core.worktree", "/");
    workspace.write("tools/git.toml", GIT);
    const gateway = await workspace.open();
    const outcome = await gateway.call("git", {
      args: ["grep", "--untracked", "SECRET", "--", `:${outside.folder}/secret`],
    });
    expect(JSON.stringify(outcome.structured)).not.toContain("SECRET");
  });
  it("whatever the .git file says", async () => {
    git(outside.folder, "init", "-q");
    git(outside.folder, "add", "secret");
    git(outside.folder, "commit", "-qm", "m");
    workspace.write(".git", `gitdir: ${outside.folder}/.git\n`);
    workspace.write("tools/git.toml", GIT);
    const gateway = await workspace.open();
    expect(JSON.stringify((await gateway.call("git", { args: ["show", "HEAD:secret"] })).structured)).not.toContain(
      "SECRET",
    );
  });
});

describe("a repository that leads out of the workspace", () => {
  const show = async (folder: string): Promise<unknown> => {
    workspace.write("tools/git.toml", GIT);
    const gateway = await workspace.open({ cwd: folder });
    const outcome = await gateway.call("git", { args: ["show", "HEAD:secret"] });
    expect(JSON.stringify(outcome.structured)).not.toContain("SECRET");
    return outcome.error?.code;
  };
  beforeEach(() => {
    git(outside.folder, "init", "-q");
    git(outside.folder, "add", "secret");
    git(outside.folder, "commit", "-qm", "m");
  });

  it("is refused with a bare layout in the working folder", async () => {
    for (const name of ["HEAD", "config"]) workspace.write(name, name === "HEAD" ? "ref: refs/heads/main\n" : "");
    mkdirSync(path.join(workspace.folder, "refs"));
    workspace.write("objects/info/alternates", `${outside.folder}/.git/objects\n`);
    expect(await show(workspace.folder)).toBe("REPOSITORY_REFUSED");
  });

  it("is refused with alternates", async () => {
    git(workspace.folder, "clone", "-q", "--shared", outside.folder, "copy");
    renameSync(path.join(workspace.folder, "copy/.git"), path.join(workspace.folder, ".git"));
    expect(await show(workspace.folder)).toBe("REPOSITORY_REFUSED");
  });

  it("is refused as a further work tree of a repository elsewhere", async () => {
    git(outside.folder, "worktree", "add", "-q", path.join(workspace.folder, "tree"));
    writeFileSync(path.join(workspace.folder, "tree/toolgate.toml"), "");
    mkdirSync(path.join(workspace.folder, "tree/tools"));
    writeFileSync(path.join(workspace.folder, "tree/tools/git.toml"), GIT);
    expect(await show(path.join(workspace.folder, "tree"))).toBe("REPOSITORY_REFUSED");
  });

  it("serves its own commits otherwise", async () => {
    git(workspace.folder, "init", "-q");
    workspace.write("a.txt", "FINE\n");
    git(workspace.folder, "add", "a.txt");
    git(workspace.folder, "commit", "-qm", "m");
    workspace.write("tools/git.toml", GIT);
    const gateway = await workspace.open();
    expect(JSON.stringify((await gateway.call("git", { args: ["show", "HEAD:a.txt"] })).structured)).toContain("FINE");
  });
});

describe("a file that a setting names", () => {
  it("is not shown in a complaint: blame.ignoreRevsFile", async () => {
    git(workspace.folder, "init", "-q");
    workspace.write("a.txt", "x\n");
    git(workspace.folder, "add", "a.txt");
    git(workspace.folder, "commit", "-qm", "m");
    git(workspace.folder, "config", "blame.ignoreRevsFile", path.join(outside.folder, "secret"));
    workspace.write("tools/git.toml", GIT);
    const gateway = await workspace.open();
    const outcome = await gateway.call("git", { args: ["blame", "a.txt"] });
    expect(outcome.status).toBe("success");
    expect(JSON.stringify(outcome)).not.toContain("SECRET");
  });
});

describe("a submodule", () => {
  it.each(["diff", "status", "describe --always --dirty"])("runs none of its own programs: git %s", async (line) => {
    const { folder } = workspace;
    const evil = workspace.write("evil.sh", `#!/bin/sh\necho ran >> ${folder}/RAN\ncat\n`);
    chmodSync(evil, 0o755);
    git(folder, "init", "-q");
    git(folder, "-c", "protocol.file.allow=always", "submodule", "--quiet", "add", outside.folder, "sub");
    git(folder, "commit", "-qm", "m");
    const sub = path.join(folder, "sub");
    git(sub, "config", "filter.evil.clean", evil);
    git(sub, "config", "core.fsmonitor", evil);
    // The work tree setting of a submodule is refused; an attacker would leave it out.
    git(sub, "config", "--unset", "core.worktree");
    workspace.write("sub/.gitattributes", "* filter=evil\n");
    workspace.write("sub/secret", "changed\n");
    workspace.write("tools/git.toml", GIT);
    const gateway = await workspace.open();
    const outcome = await gateway.call("git", { args: line.split(" ") });
    expect(outcome.status).toBe("success");
    expect(existsSync(path.join(folder, "RAN"))).toBe(false);
  });
  beforeEach(() => {
    git(outside.folder, "init", "-q");
    git(outside.folder, "add", "secret");
    git(outside.folder, "commit", "-qm", "m");
  });
});
