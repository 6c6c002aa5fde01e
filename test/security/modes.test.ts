import { afterEach, describe, expect, it } from "vitest";
import { createTestWorkspace } from "../support/workspace.ts";
import type { TestWorkspace } from "../support/workspace.ts";

const WRITE = { path: "a.txt", content: "x" };

let workspace: TestWorkspace;
afterEach(() => workspace.remove());

function create(mode: string): TestWorkspace {
  workspace = createTestWorkspace({ config: `[packs]\nfs = true\n[policy.agents.test]\nmode = "${mode}"\n` });
  return workspace;
}

describe("a mode that a person sets for the workspace", () => {
  it("holds for an agent that a file lets run unasked, until it is taken back", async () => {
    const gateway = await create("autonomous").open();
    const { control } = gateway.runtime;
    expect(await gateway.call("fs.write", WRITE)).toMatchObject({ status: "success" });
    await control.setMode("plan", await control.owner());
    expect(await gateway.call("fs.write", WRITE)).toMatchObject({ status: "refused", error: { code: "DENIED" } });
    await control.setMode(null, await control.owner());
    expect(await gateway.call("fs.write", WRITE)).toMatchObject({ status: "success" });
  });

  it("does not lift what a file says of one agent; a mode for that agent does", async () => {
    const gateway = await create("plan").open();
    const { control } = gateway.runtime;
    await control.setMode("autonomous", await control.owner());
    expect(await gateway.call("fs.write", WRITE)).toMatchObject({ status: "refused", error: { code: "DENIED" } });
    await control.setMode("autonomous", await control.owner(), { agent: "test" });
    expect(await gateway.call("fs.write", WRITE)).toMatchObject({ status: "success" });
  });
});
