import { existsSync } from "node:fs";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createTestWorkspace } from "../support/workspace.ts";
import type { TestGateway, TestWorkspace } from "../support/workspace.ts";
import { toolText } from "./tools.fixture.ts";

const IN = '[params.dir]\ntype = "path"';

let workspace: TestWorkspace;
let gateway: TestGateway;
beforeEach(async () => {
  workspace = createTestWorkspace({
    config: '[packs]\nfs = true\n[permissions]\nallow = ["*"]\n',
    tools: {
      here: toolText("here", "git", ["status"]),
      there: toolText("there", "git", ["-C", "{{dir}}", "status"], IN),
      wrapped: toolText("wrapped", "env", ["git", "status"]),
      free: 'name = "free"\ndescription = "d"\nkind = "command"\nbinary = "git"\nargs_mode = "free"\n',
    },
  });
  gateway = await workspace.open();
});
afterEach(() => workspace.remove());

/** What an agent can do with nothing but the file tools. */
async function plant(folder: string): Promise<void> {
  const worktree = path.join(workspace.folder, folder);
  const program = `touch ${path.join(workspace.folder, "ran")};false`;
  const files = {
    HEAD: "ref: refs/heads/main\n",
    config: `[core]\n\trepositoryformatversion = 0\n\tbare = false\n\tworktree = ${worktree}\n\tfsmonitor = "${program}"\n`,
    "objects/x": "",
    "refs/heads/x": "",
  };
  for (const [name, content] of Object.entries(files)) {
    const made = await gateway.call("fs.write", { path: path.join(folder, name), content, create_parents: true });
    expect(made.status).toBe("success");
  }
}

describe("a repository that an agent wrote runs nothing", () => {
  it.each([
    ["here", {}, "."],
    ["wrapped", {}, "."],
    ["free", { args: ["status"] }, "."],
    ["there", { dir: "sub" }, "sub"],
  ])("in a call of %s", async (tool, args, folder) => {
    await plant(folder);
    const outcome = await gateway.call(tool, args);
    expect(outcome.status).not.toBe("success");
    expect(existsSync(path.join(workspace.folder, "ran"))).toBe(false);
  });

  it("in a step of a script", async () => {
    await plant(".");
    const text = JSON.stringify({
      name: "s",
      description: "d",
      command: "git status | cat",
      parameters: { type: "object" },
    });
    const audience = { kind: "everybody" } as const;
    const request = { text, format: "custom", audience, environment: null, expectedName: null } as const;
    const { control } = gateway.runtime;
    expect(await control.tools.save(request, await control.owner())).toMatchObject({ ok: true });
    await gateway.call("s");
    expect(existsSync(path.join(workspace.folder, "ran"))).toBe(false);
  });
});
