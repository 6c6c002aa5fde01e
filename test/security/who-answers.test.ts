import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createRuntime } from "../../src/main.ts";
import type { Runtime } from "../../src/call/runtime.ts";
import type { Caller } from "../../src/model/caller.ts";
import { createTestWorkspace, until } from "../support/workspace.ts";
import type { TestGateway, TestWorkspace } from "../support/workspace.ts";

let workspace: TestWorkspace;
let gateway: TestGateway;
let elsewhere: string;
let other: Runtime;
beforeEach(async () => {
  const who = '[[approvals.who]]\ntools = "fs.write"\napprovers = ["carol"]\n';
  workspace = createTestWorkspace({ config: `[packs]\nfs = true\n${who}` });
  gateway = await workspace.open();
  elsewhere = realpathSync(mkdtempSync(path.join(tmpdir(), "toolgate-elsewhere-")));
  other = await createRuntime({ cwd: elsewhere, env: workspace.env });
});
afterEach(async () => {
  await other.close();
  await workspace.remove();
  rmSync(elsewhere, { recursive: true, force: true });
});

async function approver({ control }: Runtime, principal: string): Promise<Caller> {
  const identity = { principal, agent: "human", roles: ["approver"], expiresAt: null } as const;
  const { token } = await control.createToken(identity, await control.owner());
  const caller = await control.authenticate(token);
  if (caller === null) throw new Error("the token is not taken");
  return caller;
}

describe("who may answer", () => {
  it("is for the folder to say that asks, also when somebody answers in another one", async () => {
    const call = gateway.call("fs.write", { path: "a.txt", content: "x" });
    const { id } = await until(async () => (await other.control.approvals.listPending())[0], "a question");
    const [bob, carol] = [await approver(other, "bob"), await approver(other, "carol")];
    for (const by of [bob, await other.control.owner()]) {
      expect(await other.control.answer(id, "approve", by, null)).toMatchObject({ code: "NOT_APPROVER" });
    }
    expect(await other.control.answer(id, "approve", carol, null)).toMatchObject({ ok: true });
    expect(await call).toMatchObject({ status: "success" });
  });
});
