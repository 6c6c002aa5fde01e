import { mkdirSync, mkdtempSync, readFileSync, readdirSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Outcome } from "../../src/model/outcome.ts";
import { createTestWorkspace } from "../support/workspace.ts";
import type { TestWorkspace } from "../support/workspace.ts";

let workspace: TestWorkspace;
let outside: string;
beforeEach(() => {
  workspace = createTestWorkspace({ config: '[permissions]\nallow = ["script"]\n' });
  outside = realpathSync(mkdtempSync(path.join(tmpdir(), "toolgate-outside-")));
  writeFileSync(path.join(outside, "file"), "SECRET");
  mkdirSync(path.join(workspace.folder, "out"));
  workspace.write("out/file", "mine\n");
});
afterEach(async () => {
  await workspace.remove();
  rmSync(outside, { recursive: true });
});

async function run(command: string): Promise<Outcome> {
  const swap = `import { renameSync, symlinkSync } from "node:fs";
renameSync("out", "aside"); symlinkSync(${JSON.stringify(outside)}, "out");`;
  workspace.write("swap.mjs", swap);
  const gateway = await workspace.open();
  const { control } = gateway.runtime;
  const text = JSON.stringify({ name: "script", description: "d", command, parameters: { type: "object" } });
  const audience = { kind: "everybody" } as const;
  const request = { text, format: "custom", audience, environment: null, expectedName: null } as const;
  expect(await control.tools.save(request, await control.owner())).toMatchObject({ ok: true });
  return gateway.call("script");
}

/** The first step has all the time it wants after the redirects of the second were checked. */
describe("a folder that becomes a link while a script runs", () => {
  it.each(["echo lost > out/file", "echo lost >> out/file", "echo lost > out/new", "ls nothing 2> out/file"])(
    "does not lead %s outside",
    async (redirect) => {
      const outcome = await run(`node swap.mjs; ${redirect}`);
      expect(outcome.status).toBe("failed");
      expect(readdirSync(outside)).toEqual(["file"]);
      expect(readFileSync(path.join(outside, "file"), "utf8")).toBe("SECRET");
    },
  );

  it("does not let a program read outside", async () => {
    const outcome = await run("node swap.mjs; cat < out/file");
    expect(JSON.stringify(outcome)).not.toContain("SECRET");
    expect(outcome.status).toBe("failed");
  });

  it("and without one, the file is written", async () => {
    const outcome = await run("echo kept > out/file; cat < out/file");
    expect(outcome.structured).toMatchObject({ stdout: "kept\n" });
  });
});
