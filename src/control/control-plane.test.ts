import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { askLine, askValue } from "../approval/grants/asked.fixture.ts";
import type { AskedRequest } from "../approval/grants/stored-request.ts";
import { toStoredRequest } from "../approval/grants/stored-request.ts";
import { createApprovalDesk } from "../approval/create-approval-desk.ts";
import type { ControlPlane, GrantWish } from "../call/runtime.ts";
import type { ApproverRule } from "../config/config.ts";
import type { Caller } from "../model/caller.ts";
import type { Approval } from "../storage/repositories.ts";
import { BadNameError } from "./validate-names.ts";
import type { ToolWorld } from "./tools/tool-control.fixture.ts";
import { createToolWorld } from "./tools/tool-control.fixture.ts";

const SUGGESTIONS = [{ id: "1", rules: ["shell.exec(npm test)"], label: "exactly this" }];
const AGENT: Caller = { tenant: "local", principal: "ada", agent: "claude", roles: ["agent"], credential: "token:1" };

let world: ToolWorld;
let control: ControlPlane;
let owner: Caller;

beforeEach(async () => {
  world = await createToolWorld();
  ({ control } = world);
  owner = await control.owner();
});

afterEach(() => world.close());

async function ask(
  asked: AskedRequest = askLine("npm test"),
  session: string | null = null,
  timeoutMs = 60_000,
): Promise<Approval> {
  const desk = createApprovalDesk({
    approvals: world.store.approvals,
    approverKey: new Uint8Array(32),
    timeoutMs: () => timeoutMs,
  });
  const summary = { suggestions: SUGGESTIONS, session, request: toStoredRequest(asked), effect: "write" };
  const { tenant, principal, agent, credential } = AGENT;
  const who = { tenant, principal, agent, credential };
  const { name } = asked.request.tool;
  const what = { callId: "c1", tool: name, binding: "sha256:1", workspace: world.workspace };
  return desk.ask({ ...who, ...what, summary, held: true });
}

function wish(what: GrantWish["what"], change: Partial<GrantWish> = {}): GrantWish {
  return { what, scope: "project", expiresAt: null, ...change };
}

async function openSession(id: string): Promise<void> {
  const at = new Date().toISOString();
  const who = { principal: "ada", agent: "claude", kind: "connection" } as const;
  const { workspace } = world;
  await world.store.sessions.create({ id, ...who, folder: "/s", cwd: null, workspace, createdAt: at, lastUsedAt: at });
}

const actions = async (): Promise<unknown[]> =>
  (await control.audit.query({ kind: "admin" })).map(({ status, data }) => [status, data["result"] ?? null]);

describe("a yes that allows from now on", () => {
  it.each<[string, GrantWish["what"], readonly string[]]>([
    ["a suggestion", { suggestion: "1" }, ["shell.exec(npm test)"]],
    ["an edited rule", { rules: [" shell.exec(npm test *) "] }, ["shell.exec(npm test *)"]],
  ])("adds %s with the answer, recorded, listed and revoked", async (_name, what, rules) => {
    const { id } = await ask();
    const before = world.store.revision();
    const result = await control.answer(id, "approve", owner, "fine", wish(what));
    expect(result).toMatchObject({ ok: true, approval: { answer: { grant: { rules, scope: "project" } } } });
    expect(world.store.revision()).toBeGreaterThan(before);
    const [grant, ...others] = await control.listGrants();
    expect(others).toEqual([]);
    expect(grant).toMatchObject({ effect: "allow", rule: rules[0], layer: "project", approval: id, reason: "fine" });
    expect(await control.rules.list(world.workspace)).toEqual([grant]);
    expect(await control.revokeGrant(grant?.id ?? "", owner)).toBe(true);
    expect(await control.listGrants()).toEqual([]);
    expect(await control.revokeGrant(grant?.id ?? "", owner)).toBe(false);
    expect((await actions()).slice(0, 3)).toEqual([
      ["grant.add", null],
      ["approval.answer", "approved"],
      ["grant.revoke", null],
    ]);
  });

  it("holds as far and as long as the human says", async () => {
    await openSession("s1");
    const { id } = await ask(askLine("npm test"), "s1");
    const expiresAt = new Date(Date.now() + 3_600_000).toISOString();
    await control.answer(id, "approve", owner, null, wish({ suggestion: "1" }, { scope: "session", expiresAt }));
    expect(await control.listGrants()).toMatchObject([{ layer: "session", session: "s1", expiresAt }]);
    const second = await ask();
    await control.answer(second.id, "approve", owner, null, wish({ suggestion: "1" }, { scope: "user" }));
    expect((await control.listGrants())[1]).toMatchObject({ layer: "user", workspace: null, session: null });
  });

  it.each<[string, GrantWish, string]>([
    ["a suggestion that is not there", wish({ suggestion: "2" }), "there are: 1"],
    ["a rule on something else", wish({ rules: ["fs.delete"] }), "is not about"],
    ["a rule that does not cover the call", wish({ rules: ["shell.exec(make)"] }), "would not have let"],
    ["no rule", wish({ rules: [] }), "1 to 5"],
    ["a time that is over", wish({ suggestion: "1" }, { expiresAt: "2020-01-01T00:00:00.000Z" }), "time to come"],
    ["a time that is none", wish({ suggestion: "1" }, { expiresAt: "soon" }), "time to come"],
    ["a session where there is none", wish({ suggestion: "1" }, { scope: "session" }), "no session"],
  ])("is refused with %s, and the question stays open", async (_name, wanted, message) => {
    const { id } = await ask();
    const result = await control.answer(id, "approve", owner, null, wanted);
    expect(result).toMatchObject({ ok: false, code: "GRANT_REFUSED" });
    expect(result.ok ? "" : result.message).toContain(message);
    expect(await control.listGrants()).toEqual([]);
    expect(await control.approvals.get(id)).toMatchObject({ state: "pending" });
    expect(await actions()).toEqual([["approval.answer", "GRANT_REFUSED"]]);
  });

  it("is refused for a session that has ended", async () => {
    const { id } = await ask(askLine("npm test"), "gone");
    const wanted = wish({ suggestion: "1" }, { scope: "session" });
    expect(await control.answer(id, "approve", owner, null, wanted)).toMatchObject({ code: "GRANT_REFUSED" });
    expect(await control.approvals.get(id)).toMatchObject({ state: "pending" });
    expect(await control.listGrants()).toEqual([]);
  });

  it("goes with no refusal", async () => {
    const { id } = await ask();
    expect(await control.answer(id, "deny", owner, null, wish({ suggestion: "1" }))).toMatchObject({
      code: "GRANT_REFUSED",
    });
  });

  it("adds nothing when somebody else was first", async () => {
    const { id } = await ask();
    await control.answer(id, "deny", owner, null);
    expect(await control.answer(id, "approve", owner, null, wish({ suggestion: "1" }))).toMatchObject({ code: "OVER" });
    expect(await control.listGrants()).toEqual([]);
  });

  it("adds nothing, and records no grant, when its time is over and nobody has ended it", async () => {
    const { id } = await ask(askLine("npm test"), null, 0);
    expect(await control.approvals.get(id)).toMatchObject({ state: "pending" });
    expect(await control.answer(id, "approve", owner, null, wish({ suggestion: "1" }))).toMatchObject({ code: "OVER" });
    expect(await control.listGrants()).toEqual([]);
    expect(await actions()).toEqual([["approval.answer", "OVER"]]);
  });

  it("adds its rules once, of two answers at the same moment", async () => {
    const { id } = await ask();
    const wanted = wish({ suggestion: "1" });
    const answers = await Promise.all([
      control.answer(id, "approve", owner, null, wanted),
      control.answer(id, "approve", owner, null, wanted),
    ]);
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
    expect(await control.listGrants()).toHaveLength(1);
  });
});

describe("whoever answers", () => {
  const approver = (change: Partial<Caller> = {}): Caller => ({
    ...AGENT,
    principal: "bob",
    agent: "human",
    roles: ["approver"],
    credential: "token:2",
    ...change,
  });

  it.each<[string, Partial<Caller>, string | null]>([
    ["an approver", {}, null],
    ["the credential that called", { credential: "token:1" }, "OWN_CALL"],
    [
      "another credential of the agent",
      { principal: "ada", agent: "claude", roles: ["agent", "approver"] },
      "OWN_CALL",
    ],
    ["an agent", { roles: ["agent"] }, "NOT_APPROVER"],
    ["somebody of another tenant", { tenant: "other" }, "UNKNOWN"],
  ])("is judged: %s", async (_name, change, code) => {
    const { id } = await ask();
    const result = await control.answer(id, "approve", approver(change), null);
    expect(result.ok ? null : result.code).toBe(code);
  });

  it("must be named where the policy names anybody", async () => {
    const rule: ApproverRule = { tools: ["shell.exec"], effects: [], approvers: ["carol"], source: "toolgate.toml:9" };
    world.approvers.push(rule);
    const { id } = await ask();
    expect(await control.answer(id, "approve", approver(), null)).toMatchObject({ code: "NOT_APPROVER" });
    expect(await control.answer(id, "approve", owner, null)).toMatchObject({ code: "NOT_APPROVER" });
    expect(await control.answer(id, "approve", approver({ principal: "carol" }), null)).toMatchObject({ ok: true });
    const other = await ask(askValue(null));
    expect(await control.answer(other.id, "approve", approver(), null)).toMatchObject({ ok: true });
  });

  it("is not told which questions there are without a role for it", async () => {
    const agent = approver({ roles: ["agent"] });
    expect(await control.answer("no-such-id", "approve", agent, null)).toMatchObject({ code: "NOT_APPROVER" });
    expect(await control.answer("no-such-id", "approve", approver(), null)).toMatchObject({ code: "UNKNOWN" });
  });
});

describe("rules that people add", () => {
  const rule = { effect: "allow", rule: "shell.exec(npm run *)", layer: "project", reason: null } as const;

  it("may be of one session, and end by themselves", async () => {
    await openSession("s1");
    const expiresAt = new Date(Date.now() + 1_000).toISOString();
    expect(await control.addRule({ ...rule, layer: "session", session: "s1", expiresAt }, owner)).toMatchObject({
      ok: true,
    });
    expect(await control.rules.list(world.workspace)).toMatchObject([
      { rule: rule.rule, layer: "session", session: "s1", expiresAt, approval: null },
    ]);
    expect(await control.listGrants()).toEqual([]);
  });

  it.each<[string, object]>([
    ["no rule", { rule: "shell.exec(" }],
    ["of a session that is not named", { layer: "session" }],
    ["of a session that is not there", { layer: "session", session: "s9" }],
    ["of another layer with a session", { session: "s1" }],
    ["over already", { expiresAt: "2020-01-01T00:00:00.000Z" }],
    ["ending at no time", { expiresAt: "soon" }],
  ])("are refused: %s", async (_name, change) => {
    expect(await control.addRule({ ...rule, ...change }, owner)).toMatchObject({ ok: false });
    expect(await control.rules.list(world.workspace)).toEqual([]);
    expect(await actions()).toEqual([]);
  });

  it("are no grants, and are not revoked as such", async () => {
    const added = await control.addRule(rule, owner);
    expect(await control.revokeGrant(added.ok ? added.id : "", owner)).toBe(false);
    expect(await control.rules.list(world.workspace)).toHaveLength(1);
  });
});

describe("modes", () => {
  it("are set for a workspace, an agent or a session, and taken back", async () => {
    await openSession("s1");
    await control.setMode("plan", owner, { agent: "claude" });
    await control.setMode("autonomous", owner, { session: "s1" });
    expect((await control.mode()).mode).toBe("default");
    expect(await control.modes()).toEqual([
      { agent: "claude", session: null, mode: "plan", source: "toolgate mode" },
      { agent: null, session: "s1", mode: "autonomous", source: "toolgate mode" },
    ]);
    await control.setMode(null, owner, { agent: "claude" });
    await world.store.sessions.remove("s1");
    expect(await control.modes()).toEqual([]);
  });

  it("are not set for a session that is not there, nor by an agent", async () => {
    expect(await control.setMode("plan", owner, { session: "s9" })).toBe(false);
    await expect(control.setMode("plan", AGENT)).rejects.toThrow("admin");
    expect(await actions()).toEqual([]);
  });
});

/** Names that nobody could tell from others, or that would act on a terminal. */
const BAD_NAMES = [
  "",
  " ",
  "\t",
  " ada",
  "ada ",
  "a\nb",
  "a\u001b[2Jb",
  "a\u202eb",
  "a\u200bb",
  "a\u00a0b",
  "a\ud800",
  "a".repeat(201),
];

describe("tokens", () => {
  it("carry the provider into every call", async () => {
    const identity = { principal: "p", agent: "a", roles: ["agent"], expiresAt: null } as const;
    const { token } = await control.createToken({ ...identity, provider: "anthropic" }, owner);
    expect(await control.authenticate(token)).toMatchObject({ provider: "anthropic" });
    const plain = await control.createToken(identity, owner);
    expect(await control.authenticate(plain.token)).not.toHaveProperty("provider");
  });

  it.each([
    "ada",
    "DOMAIN\\ada",
    "Ada Lovelace",
    "ada@example.com",
    "https://idp.example#cursor",
    "愛",
    "👩",
    "a".repeat(200),
  ])("are made for %j", async (name) => {
    const identity = { principal: name, agent: name, provider: name, roles: ["agent"], expiresAt: null } as const;
    const { token } = await control.createToken(identity, owner);
    expect(await control.authenticate(token)).toMatchObject({ principal: name, agent: name, provider: name });
  });

  it.each(BAD_NAMES)("are not made for %j, and nothing is recorded", async (name) => {
    const identity = { principal: "p", agent: "a", roles: ["agent"], expiresAt: null } as const;
    for (const part of ["principal", "agent", "provider"]) {
      const error: unknown = await control
        .createToken({ ...identity, [part]: name }, owner)
        .catch((one: unknown) => one);
      expect(error).toBeInstanceOf(BadNameError);
      expect(String(error)).toContain(part);
      expect(String(error)).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}]/u);
    }
    expect(await control.tokens.list()).toEqual([]);
    expect(await actions()).toEqual([]);
  });
});

describe("the local owner's agent", () => {
  it("is called what a token may be made for", async () => {
    expect(await control.localAgent("Claude Code")).toMatchObject({ agent: "Claude Code", roles: ["agent"] });
  });

  it.each(BAD_NAMES)("is not called %j", async (name) => {
    await expect(control.localAgent(name)).rejects.toThrow(BadNameError);
  });
});
