import { generateKeyPairSync } from "node:crypto";
import { readFileSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { createToolWorkspace, createWorkspace } from "./workspace.fixture.ts";
import type { Workspace } from "./workspace.fixture.ts";

let workspace: Workspace;
beforeEach(async () => {
  workspace = await createToolWorkspace();
});

const ASK = ["call", "ask", "--arg", "text=hello"] as const;

describe("approvals", () => {
  it("answer a held call from another process, once", async () => {
    const call = workspace.start([...ASK]);
    const [, id = ""] = await call.seen("stderr", /toolgate approvals approve (\S+)/);
    expect((await workspace.run(["approvals", "list"])).stdout.startsWith(`${id}\task\t`)).toBe(true);
    expect((await workspace.run(["approvals", "approve", id])).code).toBe(0);
    expect(await call.ended).toMatchObject({ code: 0, stdout: "hello\n" });
    const again = await workspace.run(["approvals", "approve", id]);
    expect(again.code).toBe(3);
    expect(again.stderr).toContain("APPROVAL_OVER");
  });

  it("allow from now on, in every process, until that is revoked", async () => {
    const call = workspace.start([...ASK]);
    const [, id = ""] = await call.seen("stderr", /toolgate approvals approve (\S+)/);
    expect((await workspace.run(["approvals", "show", id])).stdout).toContain("always 1\tevery call of ask");
    expect(await workspace.run(["approvals", "approve", id, "--always", "7"])).toMatchObject({ code: 3 });
    expect(await workspace.run(["approvals", "approve", id, "--rule", "*"])).toMatchObject({ code: 3 });
    const approved = await workspace.run(["approvals", "approve", id, "--always", "--for", "8h"]);
    expect(approved.stdout).toContain("From now on, in this workspace, until ");
    expect(await call.ended).toMatchObject({ code: 0, stdout: "hello\n" });
    expect(await workspace.run([...ASK])).toMatchObject({ code: 0 });
    const [grant] = (await workspace.json(["grants", "list"])) as { id: string }[];
    expect(grant).toMatchObject({ rule: "ask", layer: "project", approval: id });
    expect((await workspace.run(["grants", "revoke", (grant?.id ?? "").slice(0, 8)])).code).toBe(0);
    expect((await workspace.run([...ASK, "--no-wait"])).code).toBe(4);
    expect((await workspace.run(["grants", "revoke", grant?.id ?? ""])).stderr).toContain("UNKNOWN_GRANT");
  });

  it("keep what was granted although the gateway was killed before it saw the answer", async () => {
    const call = workspace.start([...ASK]);
    const [, id = ""] = await call.seen("stderr", /toolgate approvals approve (\S+)/);
    call.child.kill("SIGKILL");
    await call.ended;
    expect((await workspace.run(["approvals", "approve", id, "--always"])).code).toBe(0);
    expect(await workspace.run([...ASK])).toMatchObject({ code: 0 });
    expect((await workspace.run(["audit", "verify"])).code).toBe(0);
  });

  it("deny with a reason that the caller is told", async () => {
    const call = workspace.start([...ASK, "--json"]);
    const [, id = ""] = await call.seen("stderr", /approvals approve (\S+)/);
    await workspace.run(["approvals", "deny", id, "--reason", "not today"]);
    const { code, stdout } = await call.ended;
    expect(code).toBe(3);
    expect(JSON.parse(stdout)).toMatchObject({ error: { code: "APPROVAL_DENIED" } });
    expect(stdout).toContain("not today");
  });

  it("show what waits, also among the calls, and take the beginning of an id", async () => {
    const call = workspace.start([...ASK]);
    const [, id = ""] = await call.seen("stderr", /toolgate approvals approve (\S+)/);
    expect((await workspace.run(["approvals", "show", id.slice(0, 8)])).stdout).toMatch(/^runs\t.*printf/m);
    const [waiting] = (await workspace.json(["calls", "list"])) as { callId: string; approvalId: string }[];
    expect(waiting).toMatchObject({ state: "waiting", tool: "ask", approvalId: id, pid: call.child.pid });
    const cancel = await workspace.run(["calls", "cancel", waiting?.callId ?? ""]);
    expect(cancel).toMatchObject({ code: 1 });
    expect(cancel.stderr).toContain(`approvals deny ${id}`);
    expect(await workspace.run(["approvals", "approve", ""])).toMatchObject({ code: 2 });
    expect(await workspace.run(["approvals", "approve", id.slice(0, 3)])).toMatchObject({ code: 2 });
    expect((await workspace.run(["approvals", "approve", "zzzz"])).stderr).toContain("APPROVAL_UNKNOWN");
    expect((await workspace.run(["approvals", "approve", id.slice(0, 4)])).stdout).toBe(
      "Approved ask; the call runs once.\n",
    );
    expect(await call.ended).toMatchObject({ code: 0, stdout: "hello\n" });
  });

  it("end a held call as refused when it is interrupted", async () => {
    const call = workspace.start([...ASK]);
    await call.seen("stderr", /approvals approve/);
    call.child.kill("SIGTERM");
    const { code, stderr } = await call.ended;
    expect(code).toBe(3);
    expect(stderr).toContain("APPROVAL_CANCELLED");
    expect((await workspace.run(["approvals", "list"])).stdout).toBe("");
  });

  it("let a call that did not wait run when it is made again, once", async () => {
    const pending = await workspace.run([...ASK, "--no-wait"]);
    expect(pending.code).toBe(4);
    const [, id = ""] = /approvals approve (\S+)/.exec(pending.stderr) ?? [];
    await workspace.run(["approvals", "approve", id]);
    expect((await workspace.run(["call", "ask", "--arg", "text=other", "--no-wait"])).code).toBe(4);
    expect(await workspace.run([...ASK, "--no-wait"])).toMatchObject({ code: 0, stdout: "hello\n" });
    expect((await workspace.run([...ASK, "--no-wait"])).code).toBe(4);
  });

  it("are answered with a token only by an approver", async () => {
    await workspace.run([...ASK, "--no-wait"]);
    const id = (await workspace.run(["approvals", "list"])).stdout.split("\t")[0] ?? "";
    const agent = (await workspace.run(["tokens", "create"])).stdout.trim();
    const approver = (await workspace.run(["tokens", "create", "--role", "approver"])).stdout.trim();
    expect(await workspace.run(["approvals", "approve", id, "--token", agent])).toMatchObject({ code: 3 });
    expect(await workspace.run(["approvals", "approve", id, "--token", "tg_wrong"])).toMatchObject({ code: 3 });
    const answered = await workspace.run(["approvals", "approve", id, "--token", "-"], { input: `${approver}\n` });
    expect(answered.code).toBe(0);
  });

  it("are watched as lines of JSON", async () => {
    const watch = workspace.start(["approvals", "watch", "--json"]);
    await workspace.run([...ASK, "--no-wait"]);
    const [line] = await watch.seen("stdout", /^\{.*\}\n/);
    expect(JSON.parse(line)).toMatchObject({ tool: "ask", state: "pending" });
    watch.child.kill("SIGINT");
    expect((await watch.ended).code).toBe(0);
  });
});

describe("rules, mode and pause", () => {
  it("hold for the next call", async () => {
    const rule = (await workspace.json(["rules", "add", "deny", "say", "--reason", "noise"])) as { id: string };
    expect((await workspace.run(["call", "say", "--arg", "text=x"])).code).toBe(3);
    const { stdout } = await workspace.run(["rules", "list"]);
    const cells = stdout.split("\n").map((line) => line.split("\t"));
    expect(cells).toContainEqual([
      "deny",
      "say",
      "project",
      expect.stringMatching(/^rules add, by ./),
      rule.id,
      "",
      "noise",
    ]);
    expect((await workspace.run(["rules", "remove", rule.id.slice(0, 6)])).code).toBe(0);
    expect((await workspace.run(["rules", "remove", rule.id])).code).toBe(1);
    expect((await workspace.run(["call", "say", "--arg", "text=x"])).code).toBe(0);
  });

  it("may be about arguments, and end by themselves", async () => {
    interface Listed {
      readonly id: string;
      readonly expiresAt: string;
    }
    const added = (await workspace.json(["rules", "add", "allow", "shell.exec(npm run *)", "--for", "8h"])) as Listed;
    expect(added).toMatchObject({ rule: "shell.exec(npm run *)", layer: "project" });
    const listed = ((await workspace.json(["rules", "list"])) as Listed[]).find(({ id }) => id === added.id);
    expect(listed).toMatchObject({ rule: "shell.exec(npm run *)", expiresAt: added.expiresAt });
    expect(await workspace.run(["rules", "add", "allow", "x(", "--for", "8h"])).toMatchObject({ code: 1 });
    expect(await workspace.run(["rules", "add", "allow", "x", "--session", "nobody"])).toMatchObject({ code: 1 });
  });

  it("hold for one agent", async () => {
    await workspace.run(["mode", "set", "autonomous", "--agent", "cli"]);
    expect((await workspace.run([...ASK])).code).toBe(0);
    expect(await workspace.json(["mode"])).toMatchObject({
      mode: "default",
      others: [{ agent: "cli", session: null, mode: "autonomous" }],
    });
    expect((await workspace.run([...ASK, "--agent", "other", "--no-wait"])).code).toBe(4);
    await workspace.run(["mode", "--clear", "--agent", "cli"]);
    expect((await workspace.run([...ASK, "--no-wait"])).code).toBe(4);
    expect(await workspace.run(["mode", "set"])).toMatchObject({ code: 2 });
    expect(await workspace.run(["mode", "plan", "plan"])).toMatchObject({ code: 2 });
  });

  it("change what happens where no rule speaks", async () => {
    expect(await workspace.json(["mode", "plan"])).toMatchObject({ mode: "plan" });
    expect((await workspace.run([...ASK])).code).toBe(3);
    expect(await workspace.json(["mode", "autonomous"])).toMatchObject({ mode: "autonomous" });
    expect((await workspace.run([...ASK])).code).toBe(0);
    expect(await workspace.json(["mode", "--clear"])).toMatchObject({ mode: "default" });
  });

  it("refuse everything during a pause", async () => {
    await workspace.run(["pause", "--reason", "looking"]);
    const { code, stderr } = await workspace.run(["call", "say", "--arg", "text=x"]);
    expect(code).toBe(3);
    expect(stderr).toContain("PAUSED");
    await workspace.run(["resume"]);
    expect((await workspace.run(["call", "say", "--arg", "text=x"])).code).toBe(0);
  });
});

describe("tokens", () => {
  it("are shown when they are made and never again", async () => {
    const made = (await workspace.json(["tokens", "create", "--agent", "cursor", "--expires", "30d"])) as {
      token: string;
      id: string;
    };
    const listed = await workspace.run(["tokens", "list", "--json"]);
    expect(listed.stdout).toContain(made.id);
    expect(listed.stdout).not.toContain(made.token);
    expect((await workspace.run(["audit", "export"])).stdout).not.toContain(made.token);
    expect((await workspace.run(["tokens", "revoke", made.id.slice(0, 6).toUpperCase()])).code).toBe(0);
    expect((await workspace.run(["tokens", "list"])).stdout).toContain("\trevoked\t");
    expect((await workspace.run(["tokens", "create", "--role", "root"])).code).toBe(2);
    const hidden = await workspace.run(["tokens", "create", "--agent", "cur\u202esor"]);
    expect(hidden).toMatchObject({ code: 2, stdout: "" });
    expect(hidden.stderr).toContain(String.raw`"cur\u202esor" cannot be the name of an agent`);
  });
});

describe("audit", () => {
  it("lists, shows and verifies what happened", async () => {
    const { callId } = (await workspace.json(["call", "say", "--arg", "text=x"])) as { callId: string };
    const records = (await workspace.json(["audit", "list", "--call", callId])) as { kind: string; seq: number }[];
    expect(records.map(({ kind }) => kind)).toEqual(["intent", "outcome"]);
    expect((await workspace.run(["audit", "show", String(records[0]?.seq)])).stdout).toContain(callId);
    expect(await workspace.json(["audit", "show", callId])).toHaveLength(2);
    expect(await workspace.json(["audit", "show", callId.slice(0, 23)])).toHaveLength(2);
    await workspace.run(["call", "say", "--arg", "text=y"]);
    expect((await workspace.run(["audit", "show", callId.slice(0, 4)])).stderr).toMatch(/2 ids begin with.*\n.*, /);
    expect((await workspace.run(["audit", "show", "ffffffff-ffff"])).stderr).toContain("NO_RECORD");
    expect((await workspace.run(["audit", "show", "999999"])).code).toBe(1);
    expect(await workspace.json(["audit", "verify"])).toMatchObject({ ok: true });
  });

  it("exports what can be checked without the gateway, and finds every change to it", async () => {
    await workspace.run(["call", "say", "--arg", "text=a\u2028b"]);
    const file = path.join(workspace.folder, "audit.jsonl");
    const written = (await workspace.json(["audit", "export", "--output", file])) as { records: number; key: string };
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect((await workspace.run(["audit", "export", "--output", file])).stderr).toContain("NOT_WRITTEN");
    const text = readFileSync(file, "utf8");
    expect((await workspace.run(["audit", "export"])).stdout).toBe(text);

    const { key } = written;
    const verify = (...options: string[]): Promise<unknown> =>
      createWorkspace().json(["audit", "verify", "--file", file, "--key", key, ...options]);
    expect(await verify()).toMatchObject({ ok: true, records: written.records });
    writeFileSync(file, text.replace('"tool":"say"', '"tool":"sai"'));
    expect(await verify()).toMatchObject({ ok: false, kind: "altered", seq: 2 });
    writeFileSync(file, text.trimEnd().split("\n").slice(0, -1).join("\n"));
    expect(await verify()).toMatchObject({ ok: false, kind: "truncated" });
    writeFileSync(file, text);
    const { publicKey } = generateKeyPairSync("ed25519");
    writeFileSync(`${file}.pub`, publicKey.export({ type: "spki", format: "pem" }));
    expect(await verify("--key", `${file}.pub`)).toMatchObject({ ok: false, kind: "checkpoint" });
    expect(await verify("--key", file)).toMatchObject({ error: { code: "BAD_KEY" } });
    expect(await verify("--key", "nowhere.pub")).toMatchObject({ error: { code: "UNREADABLE" } });
    expect(await verify("--file", "nowhere.jsonl")).toMatchObject({ error: { code: "UNREADABLE" } });
    const piped = ["audit", "verify", "--file", "-", "--key", key];
    expect(await workspace.run(piped, { input: text })).toMatchObject({ code: 0 });
    expect(await workspace.run(["audit", "verify", "--file", file])).toMatchObject({ code: 2 });
  });
});
