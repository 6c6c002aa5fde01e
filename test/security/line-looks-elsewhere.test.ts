import { mkdirSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { TestGateway } from "../support/workspace.ts";
import { createTestWorkspace } from "../support/workspace.ts";

const workspace = createTestWorkspace({
  config:
    '[packs]\nshell = true\n[permissions]\nheadless = true\nallow = ["shell.exec(cat *)"]\ndeny = ["fs.read(/private/**)"]\n',
});
let gateway: TestGateway;

beforeAll(async () => {
  mkdirSync(path.join(workspace.folder, "private"));
  workspace.write("private/key.txt", "hidden\n");
  workspace.write("open/key.txt", "open\n");
  workspace.write(".env", "TOKEN=hidden\n");
  gateway = await workspace.open();
});
afterAll(() => workspace.remove());

describe("a line that names a file by what it is found under", () => {
  it.each([
    `cat /proc/${process.pid}/environ`,
    `tr '\\0' '\\n' < /proc/${process.pid}/environ`,
    "cat /proc/self/environ",
    // For Toolgate this is another folder than for the program.
    "cat /proc/self/cwd/open/key.txt",
    "cat /proc/thread-self/root/etc/hostname",
    "cat /dev/fd/0",
    "cat .en*",
    "cat p*/key.txt",
    "cat */key.txt",
    "grep -r hidden .",
    "grep -rh hidden priv*",
    "find . -name key.txt -exec cat {} +",
    "find . -print0 | xargs -0 cat",
    "env -C private cat key.txt",
  ])("%s does not run unasked", async (command) => {
    const outcome = await gateway.call("shell.exec", { command });
    expect(outcome.status).toBe("refused");
    expect(JSON.stringify(outcome.content)).toMatch(/DENIED|outside the workspace/);
  });

  it.each(["cat open/*.txt", "cat op*/key.txt", "grep -r open open"])("%s runs", async (command) => {
    const outcome = await gateway.call("shell.exec", { command });
    expect(outcome.status).toBe("success");
  });
});
