import { existsSync, mkdirSync } from "node:fs";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { GrantWish } from "../../../src/call/runtime.ts";
import type { CallEvent } from "../../../src/model/call.ts";
import type { JsonObject } from "../../../src/model/json.ts";
import type { Outcome } from "../../../src/model/outcome.ts";
import type { Approval } from "../../../src/storage/repositories.ts";
import type { TestGateway, TestWorkspace } from "../../support/workspace.ts";
import { createTestWorkspace, until } from "../../support/workspace.ts";

let workspace: TestWorkspace;
let gateway: TestGateway;
/** Another process in all but name: it shares nothing with `gateway` but the database. */
let other: TestGateway;

beforeEach(async () => {
  workspace = createTestWorkspace({ config: "[packs]\nshell = true\nfs = true\n" });
  gateway = await workspace.open();
  other = await workspace.open({ parts: "control" });
});

afterEach(() => workspace.remove());

async function answered(
  ending: Promise<Outcome>,
  what: GrantWish["what"],
  scope: GrantWish["scope"] = "project",
): Promise<Outcome> {
  const asked = await pending();
  const { control } = other.runtime;
  const wish = { what, scope, expiresAt: null };
  const result = await control.answer(asked.id, "approve", await control.owner(), null, wish);
  expect(result).toMatchObject({ ok: true });
  return ending;
}

async function pending(): Promise<Approval> {
  return until(async () => (await other.runtime.control.approvals.listPending())[0], "a question");
}

async function status(tool: string, args: JsonObject): Promise<string> {
  return (await gateway.call(tool, args, { hold: false })).status;
}

const suggestions = ({ summary }: Approval): unknown =>
  (summary["suggestions"] as unknown as { rules: string[] }[]).map(({ rules }) => rules);

describe("a yes from now on", () => {
  it("lets the same command run without asking, and no other", async () => {
    const outcome = await answered(gateway.call("shell.exec", { command: "touch a.txt" }), { suggestion: "1" });
    expect(outcome.status).toBe("success");
    expect(existsSync(path.join(workspace.folder, "a.txt"))).toBe(true);
    expect(await status("shell.exec", { command: "touch a.txt" })).toBe("success");
    expect(await status("shell.exec", { command: "touch b.txt" })).toBe("pending");
    expect(await status("shell.exec", { command: "touch a.txt b.txt" })).toBe("pending");
    expect(await status("shell.exec", { command: "touch a.txt; rm -rf /" })).not.toBe("success");
    const { control } = other.runtime;
    const [grant] = await control.listGrants();
    expect(await control.revokeGrant(grant?.id ?? "", await control.owner())).toBe(true);
    expect(await status("shell.exec", { command: "touch a.txt" })).toBe("pending");
  });

  it("in a session ends with it", async () => {
    const session = await gateway.runtime.openSession(gateway.agent);
    const call = { command: "touch a.txt" };
    await answered(gateway.call("shell.exec", call, { session: session.id }), { suggestion: "1" }, "session");
    const again = await gateway.call("shell.exec", call, { session: session.id, hold: false });
    expect(again.status).toBe("success");
    expect(await status("shell.exec", call)).toBe("pending");
    await gateway.runtime.closeSession(session.id);
    expect(await other.runtime.control.listGrants()).toEqual([]);
  });

  it("is offered to whoever waits, and taken back from everybody once it was given", async () => {
    const events: CallEvent[] = [];
    const ending = gateway.call("shell.exec", { command: "touch a.txt" }, { onEvent: (event) => events.push(event) });
    const asked = await pending();
    await answered(ending, { rules: ["shell.exec(touch *.txt)"] });
    expect(events[0]).toMatchObject({
      kind: "awaiting-approval",
      approvalId: asked.id,
      tool: "shell.exec",
      specifier: "touch a.txt",
      mode: "default",
      commands: ["touch a.txt"],
    });
    expect(suggestions(asked)).toEqual([["shell.exec(touch a.txt)"], ["shell.exec(touch *)"]]);
    expect(await status("shell.exec", { command: "touch b.txt" })).toBe("success");
    expect(await status("shell.exec", { command: "touch b.md" })).toBe("pending");
  });

  it.each([
    ["a line that only a shell can run", "for f in a b; do touch $f; done"],
    ["something destructive", "rm -r build"],
    ["an interpreter", "python3 -c 'print(1)'"],
  ])("is not offered for %s", async (_name, command) => {
    await gateway.call("shell.exec", { command }, { hold: false });
    const asked = await pending();
    expect(suggestions(asked)).toEqual([]);
    const { control } = other.runtime;
    const wish = { what: { rules: ["shell.exec(touch *)"] }, scope: "user", expiresAt: null } as const;
    const result = await control.answer(asked.id, "approve", await control.owner(), null, wish);
    expect(result).toMatchObject({ ok: false, code: "GRANT_REFUSED" });
  });

  it("for a file may be for its folder", async () => {
    const file = path.join(workspace.folder, "docs/a.md");
    mkdirSync(path.dirname(file));
    const ending = gateway.call("fs.create", { path: file, content: "x" });
    expect(suggestions(await pending())).toEqual([[`fs.create(/${file})`], [`fs.create(/${path.dirname(file)}/**)`]]);
    await answered(ending, { suggestion: "2" });
    expect(await status("fs.create", { path: path.join(workspace.folder, "docs/b.md"), content: "x" })).toBe("success");
    expect(await status("fs.create", { path: path.join(workspace.folder, "c.md"), content: "x" })).toBe("pending");
  });
});
