import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createTestWorkspace } from "../support/workspace.ts";
import type { TestGateway, TestWorkspace } from "../support/workspace.ts";

let workspace: TestWorkspace;
let gateway: TestGateway;
beforeEach(async () => {
  workspace = createTestWorkspace({ config: "[packs]\nfs = true\n" });
  gateway = await workspace.open();
});
afterEach(() => workspace.remove());

const ask = (name: string): ReturnType<TestGateway["call"]> =>
  gateway.call("fs.write", { path: name, content: "x" }, { hold: false });

describe("an agent that asks without end and waits for no answer", () => {
  it("has at most a hundred questions open, and may ask again once some are answered", async () => {
    for (let index = 0; index < 100; index++) expect((await ask(`${index}.txt`)).status).toBe("pending");
    expect(await ask("more.txt")).toMatchObject({ status: "refused", error: { code: "TOO_MANY_CALLS" } });
    expect((await ask("7.txt")).status).toBe("pending");
    const { control } = gateway.runtime;
    const [first] = await control.approvals.listPending();
    await control.answer(first?.id ?? "", "deny", await control.owner(), null);
    expect((await ask("more.txt")).status).toBe("pending");
    expect(await control.approvals.listPending()).toHaveLength(100);
  });
});
