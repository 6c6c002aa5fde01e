import { existsSync, mkdirSync } from "node:fs";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createTestWorkspace } from "../support/workspace.ts";
import type { TestWorkspace } from "../support/workspace.ts";

let workspace: TestWorkspace;
beforeEach(() => {
  workspace = createTestWorkspace({ config: '[packs]\nfs = true\n[permissions]\nallow = ["fs.*"]\n' });
});
afterEach(() => workspace.remove());

describe("an agent that may write every file still cannot write", () => {
  it.each([
    "toolgate.toml",
    "toolclad.toml",
    "tools/mine.toml",
    "x.clad.toml",
    // None is there: the first one written would be the scope.
    "scope.toml",
    "scope/scope.toml",
    ".git/hooks/pre-commit",
    ".gi\u00adt/hooks/pre-commit",
    ".gitmodules",
    ".mcp.json",
    ".claude/settings.local.json",
    ".CURSOR/mcp.json",
    ".vscode/tasks.json",
    ".husky/pre-commit",
    ".bashrc",
    ".zshenv",
  ])("%s", async (file) => {
    const gateway = await workspace.open();
    const made = await gateway.call("fs.write", { path: file, content: "x", create_parents: true });
    expect([made.status, made.error?.code]).toEqual(["refused", "INVALID_ARGUMENTS"]);
    workspace.write("plain", "x");
    const moved = await gateway.call("fs.rename", { path: "plain", to: file, overwrite: true });
    expect(moved.status).toBe("refused");
    mkdirSync(path.join(workspace.folder, "folder"));
    // In place of the workspace itself, a human would be asked.
    const folder = await gateway.call("fs.rename", { path: "folder", to: path.dirname(file) }, { hold: false });
    expect(folder.status).not.toBe("success");
    expect(existsSync(path.join(workspace.folder, "plain"))).toBe(true);
  });

  it.each([
    ".github/workflows/ci.yml",
    ".gitignore",
    ".claude/worktrees/x/a.ts",
    "vscode/tasks.json",
    "scope/notes.md",
  ])("but can write %s", async (file) => {
    const gateway = await workspace.open();
    mkdirSync(path.join(workspace.folder, path.dirname(file)), { recursive: true });
    const made = await gateway.call("fs.write", { path: file, content: "x" });
    expect(made.error).toBeNull();
  });
});
