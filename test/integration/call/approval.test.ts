import { execFileSync } from "node:child_process";
import { linkSync, mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Outcome } from "../../../src/model/outcome.ts";
import type { TestGateway, TestWorkspace } from "../../support/workspace.ts";
import { trust, withoutTrust } from "../../security/tools.fixture.ts";
import { createTestWorkspace, until } from "../../support/workspace.ts";

const TOUCH = `
name = "touch"
description = "Makes a file"
kind = "command"
binary = "touch"
args = ["{{file}}"]
[params.file]
type = "path"
`;

const LOGIN = `
[tool]
name = "login"
version = "1.0.0"
binary = "cat"
description = "Logs in"
risk_tier = "low"
[args.file]
type = "credential_file"
description = "The file"
position = 1
required = true
[command]
exec = ["cat", "{file}"]
[output]
format = "text"
[output.schema]
type = "object"
`;

let workspace: TestWorkspace;
let gateway: TestGateway;
/** Another process in all but name: it shares nothing with `gateway` but the database. */
let other: TestGateway;

beforeEach(async () => {
  workspace = createTestWorkspace({
    tools: { touch: TOUCH, "login.clad": LOGIN },
    config: "[permissions]\napproval_timeout_seconds = 3\n",
  });
  gateway = await workspace.open();
  other = await workspace.open({ parts: "control" });
});

afterEach(async () => {
  await workspace.remove();
});

async function pendingId(): Promise<string> {
  const [approval] = await until(async () => {
    const list = await other.runtime.control.approvals.listPending();
    return list.length > 0 ? list : null;
  }, "an approval to be asked for");
  return approval!.id;
}

async function answer(verdict: "approve" | "deny", reason: string | null = null): Promise<unknown> {
  return other.runtime.control.answer(await pendingId(), verdict, await other.runtime.control.owner(), reason);
}

async function kinds({ callId }: Outcome): Promise<unknown[]> {
  const records = await gateway.runtime.control.audit.query({ callId });
  return records.map(({ kind, code }) => [kind, code]);
}

describe("a held approval", () => {
  it("lets the call run once another process says yes, and the record says who", async () => {
    const ending = gateway.call("touch", { file: "a.txt" });
    expect(await answer("approve")).toMatchObject({ ok: true, approval: { state: "approved" } });
    const outcome = await ending;
    expect(outcome.status).toBe("success");
    const [intent] = await gateway.runtime.control.audit.query({ callId: outcome.callId, kind: "intent" });
    expect(intent?.data["approval"]).toMatchObject({ by: expect.stringContaining("human") as string });
    expect(await kinds(outcome)).toEqual([
      ["intent", "ASK_BY_DEFAULT"],
      ["outcome", null],
    ]);
  });

  it("hands a refusal and its reason to the model", async () => {
    const ending = gateway.call("touch", { file: "a.txt" });
    await answer("deny", "not on a Friday");
    const outcome = await ending;
    expect(outcome).toMatchObject({ status: "refused", step: "approve", error: { code: "APPROVAL_DENIED" } });
    expect(outcome.error?.message).toContain("not on a Friday");
    expect(await kinds(outcome)).toEqual([["refused", "APPROVAL_DENIED"]]);
  });

  it("is a no when nobody answers in time", async () => {
    const outcome = await gateway.call("touch", { file: "a.txt" });
    expect(outcome.error?.code).toBe("APPROVAL_TIMEOUT");
    expect(await other.runtime.control.approvals.listPending()).toEqual([]);
  });

  it("waits as long as the configuration says now, not as it said at the start", async () => {
    workspace.write("toolgate.toml", "");
    await gateway.close();
    gateway = await workspace.open();
    const own = path.join(path.dirname(workspace.dataFolder), "config");
    mkdirSync(own, { recursive: true });
    writeFileSync(path.join(own, "toolgate.toml"), "[permissions]\napproval_timeout_seconds = 77\n");
    const look = async (): Promise<number> => {
      const controller = new AbortController();
      const ending = gateway.call("touch", { file: "a.txt" }, { signal: controller.signal });
      await pendingId();
      const [asked] = await other.runtime.control.approvals.listPending();
      controller.abort();
      await ending;
      return Date.parse(asked!.expiresAt) - Date.parse(asked!.createdAt);
    };
    await expect.poll(look, { timeout: 5_000 }).toBe(77_000);
  });

  it("is a no when the caller goes away, and a later answer is too late", async () => {
    const controller = new AbortController();
    const ending = gateway.call("touch", { file: "a.txt" }, { signal: controller.signal });
    const id = await pendingId();
    controller.abort();
    expect((await ending).error?.code).toBe("APPROVAL_CANCELLED");
    const late = await other.runtime.control.answer(id, "approve", await other.runtime.control.owner(), null);
    expect(late).toMatchObject({ ok: false, code: "OVER" });
  });

  it("takes the first answer only", async () => {
    const ending = gateway.call("touch", { file: "a.txt" });
    const id = await pendingId();
    const owner = await other.runtime.control.owner();
    const answers = await Promise.all([
      other.runtime.control.answer(id, "deny", owner, null),
      other.runtime.control.answer(id, "approve", owner, null),
    ]);
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
    await ending;
  });

  it("cannot be answered by the credential that called, nor by a mere agent", async () => {
    const { control } = other.runtime;
    const owner = await control.owner();
    const identity = { principal: "eve", agent: "bot", expiresAt: null } as const;
    const both = await control.createToken({ ...identity, roles: ["agent", "approver"] }, owner);
    const agent = await control.createToken({ ...identity, agent: "other", roles: ["agent"] }, owner);
    const sibling = await control.createToken({ ...identity, roles: ["agent", "approver"] }, owner);
    const caller = (await control.authenticate(both.token))!;
    const ending = gateway.runtime.call({ entry: "library", tool: "touch", args: { file: "a.txt" }, caller });
    const id = await pendingId();
    expect(await control.answer(id, "approve", caller, null)).toMatchObject({ ok: false, code: "OWN_CALL" });
    const same = (await control.authenticate(sibling.token))!;
    expect(await control.answer(id, "approve", same, null)).toMatchObject({ ok: false, code: "OWN_CALL" });
    const bot = (await control.authenticate(agent.token))!;
    expect(await control.answer(id, "approve", bot, null)).toMatchObject({ ok: false, code: "NOT_APPROVER" });
    expect(await control.answer(id, "deny", owner, null)).toMatchObject({ ok: true });
    expect((await ending).error?.code).toBe("APPROVAL_DENIED");
  });

  it("does not outlive a pause, a deny rule or a change of the tool", async () => {
    const ending = gateway.call("touch", { file: "a.txt" });
    const id = await pendingId();
    const { control } = other.runtime;
    const owner = await control.owner();
    await control.addRule({ effect: "deny", rule: "touch", layer: "project", reason: "incident" }, owner);
    await control.answer(id, "approve", owner, null);
    expect((await ending).error).toMatchObject({
      code: "DENIED",
      message: expect.stringContaining("incident") as string,
    });
  });

  it("does not run a tool whose definition changed meanwhile", async () => {
    await gateway.close();
    await trust(workspace);
    gateway = await workspace.open({ env: withoutTrust(workspace) });
    const ending = gateway.call("touch", { file: "a.txt" });
    const id = await pendingId();
    const before = gateway.runtime.registry.snapshot.tools.get("touch")?.definitionHash;
    workspace.write("tools/touch.toml", TOUCH.replace('["{{file}}"]', '["-c", "{{file}}"]'));
    await trust(workspace);
    await until(() => gateway.runtime.registry.snapshot.tools.get("touch")?.definitionHash !== before, "the change");
    await other.runtime.control.answer(id, "approve", await other.runtime.control.owner(), null);
    expect((await ending).error?.code).toBe("TOOL_CHANGED");
  });

  it("does not run when a path was swapped for a link meanwhile", async () => {
    mkdirSync(path.join(workspace.folder, "sub"));
    const ending = gateway.call("touch", { file: "sub/new.txt" });
    const id = await pendingId();
    renameSync(path.join(workspace.folder, "sub"), path.join(workspace.folder, "was"));
    symlinkSync("/tmp", path.join(workspace.folder, "sub"));
    await other.runtime.control.answer(id, "approve", await other.runtime.control.owner(), null);
    const outcome = await ending;
    expect(outcome.error?.code).toBe("PATH_CHANGED");
    expect(await kinds(outcome)).toEqual([
      ["intent", "ASK_BY_DEFAULT"],
      ["outcome", "PATH_CHANGED"],
    ]);
  });

  it.each<[string, (file: string) => void]>([
    ["a second name of another file", (file) => linkSync(path.join(workspace.folder, "other.txt"), file)],
    ["a pipe", (file) => execFileSync("mkfifo", [file])],
    ["nothing", () => undefined],
  ])("does not run when a file of credentials became %s meanwhile", async (_, replace) => {
    const file = path.join(workspace.folder, "login.txt");
    for (const name of ["login.txt", "other.txt"]) workspace.write(name, "x");
    const ending = gateway.call("login", { file: "login.txt" });
    await pendingId();
    rmSync(file);
    replace(file);
    await answer("approve");
    expect((await ending).error?.code).toBe("PATH_CHANGED");
  });

  it("does not believe an answer that was written past Toolgate", async () => {
    const ending = gateway.call("touch", { file: "a.txt" });
    const id = await pendingId();
    const forged = {
      verdict: "approve",
      by: "me",
      credential: "x",
      reason: null,
      at: new Date().toISOString(),
      mac: "00",
    };
    const script = `
      const db = new (require("better-sqlite3"))(process.argv[1]);
      db.prepare("UPDATE approvals SET state = 'approved', answer = ? WHERE id = ?").run(process.argv[2], process.argv[3]);
    `;
    const database = path.join(workspace.dataFolder, "toolgate.db");
    execFileSync(process.execPath, ["-e", script, database, JSON.stringify(forged), id], { cwd: process.cwd() });
    expect((await ending).error?.code).toBe("APPROVAL_DENIED");
  });
});

describe("a resumable approval", () => {
  const resumable = { hold: false } as const;

  it("is pending until answered, then good for one call, the same to the byte", async () => {
    const first = await gateway.call("touch", { file: "a.txt" }, resumable);
    expect(first).toMatchObject({ status: "pending", error: null });
    expect(await kinds(first)).toEqual([["pending", null]]);
    await answer("approve");
    const different = await gateway.call("touch", { file: "b.txt" }, resumable);
    expect(different.status).toBe("pending");
    expect((await gateway.call("touch", { file: "a.txt" }, resumable)).status).toBe("success");
    expect((await gateway.call("touch", { file: "a.txt" }, resumable)).status).toBe("pending");
  });

  it("is used up by one of two calls that come at once", async () => {
    await gateway.call("touch", { file: "a.txt" }, resumable);
    await answer("approve");
    const outcomes = await Promise.all([
      gateway.call("touch", { file: "a.txt" }, resumable),
      gateway.call("touch", { file: "a.txt" }, resumable),
    ]);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(["refused", "success"]);
    expect(outcomes.find(({ status }) => status === "refused")?.error?.code).toBe("APPROVAL_STALE");
  });

  it("is of no use to another credential", async () => {
    await gateway.call("touch", { file: "a.txt" }, resumable);
    await answer("approve");
    const caller = { ...gateway.agent, credential: "local-agent:other" };
    expect((await gateway.call("touch", { file: "a.txt" }, { ...resumable, caller })).status).toBe("pending");
  });
});

describe("what operators change", () => {
  it("holds for the next call of another process", async () => {
    const { control } = other.runtime;
    const owner = await control.owner();
    const added = await control.addRule({ effect: "allow", rule: "touch", layer: "project", reason: null }, owner);
    expect((await gateway.call("touch", { file: "a.txt" })).status).toBe("success");
    await control.setPaused({ reason: "incident 7" }, owner);
    expect((await gateway.call("touch", { file: "a.txt" })).error).toMatchObject({ code: "PAUSED" });
    await control.setPaused(null, owner);
    await control.setMode("plan", owner);
    expect((await gateway.call("touch", { file: "a.txt" })).error).toMatchObject({ code: "DENIED" });
    await control.setMode(null, owner);
    expect(await control.removeRule(added.ok ? added.id : "", owner)).toBe(true);
    expect((await gateway.call("touch", { file: "a.txt" }, { hold: false })).status).toBe("pending");
    const admin = await control.audit.query({ kind: "admin" });
    expect(admin.map(({ status }) => status)).toEqual([
      "rule.add",
      "pause",
      "resume",
      "mode.set",
      "mode.set",
      "rule.remove",
    ]);
  });

  it.each(["", "Bash(git *", "Bash()", "git log", "touch\u202e", "*".repeat(300)])(
    "refuses %j as a rule",
    async (rule) => {
      const { control } = other.runtime;
      const added = await control.addRule(
        { effect: "deny", rule, layer: "project", reason: null },
        await control.owner(),
      );
      expect(added).toMatchObject({ ok: false });
      expect(await control.rules.list(workspace.folder)).toEqual([]);
    },
  );

  it("ends a revoked token at once", async () => {
    const { control } = other.runtime;
    const owner = await control.owner();
    const identity = { principal: "p", agent: "a", roles: ["agent"], expiresAt: null } as const;
    const { token, stored } = await control.createToken(identity, owner);
    expect(await gateway.runtime.control.authenticate(token)).toMatchObject({
      principal: "p",
      credential: `token:${stored.id}`,
    });
    await control.revokeToken(stored.id, owner);
    expect(await gateway.runtime.control.authenticate(token)).toBeNull();
  });

  it("never stores a token", async () => {
    const { control } = other.runtime;
    const identity = { principal: "p", agent: "a", roles: ["agent"], expiresAt: null } as const;
    const { token } = await control.createToken(identity, await control.owner());
    writeFileSync(path.join(workspace.folder, "needle"), token.slice(3));
    await other.close();
    await gateway.close();
    const grep = (): string =>
      execFileSync("grep", ["-rlF", "-f", path.join(workspace.folder, "needle"), workspace.dataFolder], {
        encoding: "utf8",
      });
    expect(grep).toThrow();
  });
});
