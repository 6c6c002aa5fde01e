import { describe, expect, it } from "vitest";
import { attack, CALLER, inFolder, intent, open, TENANT, withStore } from "../temporary-store.fixture.ts";
import { ownIdentity, renderIdentity } from "../process-identity.ts";
import type { Approval, ApprovalAnswer, StoredRule, StoredSession, StoredToken } from "../repositories.ts";

const NOW = new Date();
const at = (seconds: number): string => new Date(NOW.getTime() + seconds * 1000).toISOString();

function question(change: Partial<Approval> = {}): Omit<Approval, "state" | "answer"> {
  return {
    id: "a1",
    tenant: TENANT,
    workspace: "/w",
    callId: "c1",
    tool: "git_log",
    binding: "sha256:1",
    principal: CALLER.principal,
    agent: CALLER.agent,
    credential: CALLER.credential,
    summary: { plan: ["git", "log"] },
    createdAt: at(0),
    expiresAt: at(60),
    ...change,
  };
}

const answer = (verdict: "approve" | "deny"): ApprovalAnswer => ({
  verdict,
  by: "bob",
  credential: "approver-key",
  reason: "looks right",
  at: at(1),
  grant: null,
  mac: "00",
});

const SESSION: StoredSession = {
  id: "s1",
  principal: "ada",
  agent: "claude",
  kind: "implicit",
  folder: "/data/sessions/s1",
  cwd: null,
  workspace: "/w",
  createdAt: at(0),
  lastUsedAt: at(0),
};

const PLAIN_RULE = {
  effect: "deny",
  rule: "x",
  layer: "user",
  workspace: null,
  session: null,
  reason: null,
  expiresAt: null,
  approval: null,
} as const;

describe("approvals", () => {
  it("come back as they were given, pending", () =>
    withStore(async ({ approvals }) => {
      await approvals.create(question());
      expect(await approvals.get("a1")).toEqual({ ...question(), state: "pending", answer: null });
      expect(await approvals.get("a2")).toBeNull();
      await expect(approvals.create(question())).rejects.toThrow("UNIQUE");
      await expect(approvals.create(question({ id: "a3", tenant: "other" }))).rejects.toThrow("tenant");
    }));

  it("list what is unanswered and in time, oldest first", () =>
    withStore(async ({ approvals }) => {
      await approvals.create(question({ id: "late", createdAt: at(-1) }));
      await approvals.create(question({ id: "early", createdAt: at(-2) }));
      await approvals.create(question({ id: "over", expiresAt: at(-1) }));
      await approvals.create(question({ id: "answered" }));
      await approvals.answer("answered", answer("deny"), NOW);
      expect((await approvals.listPending()).map((approval) => approval.id)).toEqual(["early", "late"]);
    }));

  it.each([
    ["approve", "approved"],
    ["deny", "denied"],
  ] as const)("take the first answer (%s) and no other", (verdict, state) =>
    withStore(async ({ approvals }) => {
      await approvals.create(question());
      const other = verdict === "approve" ? "deny" : "approve";
      expect(await approvals.answer("a1", answer(verdict), NOW)).toBe(true);
      expect(await approvals.answer("a1", answer(other), NOW)).toBe(false);
      expect(await approvals.end("a1", "cancelled")).toBe(false);
      expect(await approvals.get("a1")).toMatchObject({ state, answer: answer(verdict) });
    }),
  );

  it("take one answer of two processes", () =>
    withStore(async (store, folder) => {
      const other = await open(folder);
      await store.approvals.create(question());
      const taken = await Promise.all([
        other.approvals.answer("a1", answer("deny"), NOW),
        store.approvals.answer("a1", answer("approve"), NOW),
      ]);
      expect(taken.filter(Boolean)).toHaveLength(1);
      expect(await store.approvals.get("a1")).toEqual(await other.approvals.get("a1"));
      await other.close();
    }));

  it.each([
    ["its time is over", { expiresAt: at(0) }, false],
    ["it was cancelled", {}, true],
  ])("take no answer when %s", (_name, change, cancel) =>
    withStore(async ({ approvals }) => {
      await approvals.create(question(change));
      if (cancel) expect(await approvals.end("a1", "cancelled")).toBe(true);
      expect(await approvals.answer("a1", answer("approve"), NOW)).toBe(false);
      expect(await approvals.answer("unknown", answer("approve"), NOW)).toBe(false);
    }),
  );

  it("are found by binding and credential while approved and in time", () =>
    withStore(async ({ approvals }) => {
      await approvals.create(question());
      expect(await approvals.findLatest("sha256:1", CALLER.credential, NOW)).toMatchObject({ state: "pending" });
      await approvals.answer("a1", answer("approve"), NOW);
      expect(await approvals.findLatest("sha256:1", CALLER.credential, NOW)).toMatchObject({ id: "a1" });
      expect(await approvals.findLatest("sha256:2", CALLER.credential, NOW)).toBeNull();
      expect(await approvals.findLatest("sha256:1", "token-2", NOW)).toBeNull();
      expect(await approvals.findLatest("sha256:1", CALLER.credential, new Date(at(60)))).toBeNull();
    }));
});

describe("the rules of an answer", () => {
  const granted: StoredRule = {
    ...PLAIN_RULE,
    id: "r1",
    effect: "allow",
    approval: "a1",
    createdAt: at(1),
    createdBy: "bob",
  };

  it("are there with the answer that was first, and with no other", () =>
    withStore(async ({ approvals, rules }) => {
      await approvals.create(question());
      expect(await approvals.answer("a1", answer("approve"), NOW, [granted])).toBe(true);
      expect(await approvals.answer("a1", answer("approve"), NOW, [{ ...granted, id: "r2" }])).toBe(false);
      expect(await rules.list("/w")).toEqual([granted]);
    }));

  it("take the answer with them when they cannot be added", () =>
    withStore(async (store) => {
      await store.approvals.create(question());
      const before = store.revision();
      const bad = { ...granted, layer: "session", session: "gone", workspace: "/w" } as const;
      await expect(store.approvals.answer("a1", answer("approve"), NOW, [granted, bad])).rejects.toThrow("is over");
      expect(await store.approvals.get("a1")).toMatchObject({ state: "pending", answer: null });
      expect(await store.rules.list("/w")).toEqual([]);
      expect(store.revision()).toBe(before);
    }));
});

describe("approvals under a clock that was set back", () => {
  it("end when their time has passed, whatever the time of day is", () =>
    inFolder(async (folder) => {
      let tick = 5_000;
      const clock = { boot: "b1", tick: () => tick };
      const store = await open(folder, { clock });
      await store.approvals.create(question({ createdAt: at(3600), expiresAt: at(3660) }));
      tick += 59_000;
      expect(await store.approvals.listPending()).toHaveLength(1);
      tick += 1_000;
      expect(await store.approvals.listPending()).toEqual([]);
      expect(await store.approvals.findLatest("sha256:1", CALLER.credential, NOW)).toBeNull();
      expect(await store.approvals.answer("a1", answer("approve"), NOW)).toBe(false);
      await store.close();
    }));

  it("end also across a restart of the machine, after as long as that has lasted", () =>
    inFolder(async (folder) => {
      const first = await open(folder, { clock: { boot: "b1", tick: () => 900_000 } });
      await first.approvals.create(question({ createdAt: at(3600), expiresAt: at(3660) }));
      await first.close();
      let tick = 59_000;
      const second = await open(folder, { clock: { boot: "b2", tick: () => tick } });
      expect(await second.approvals.listPending()).toHaveLength(1);
      tick = 60_000;
      expect(await second.approvals.listPending()).toEqual([]);
      await second.close();
    }));

  it("are not used up when their time has passed", () =>
    inFolder(async (folder) => {
      let tick = 0;
      const store = await open(folder, { clock: { boot: "b1", tick: () => tick } });
      await store.approvals.create(question({ createdAt: at(3600), expiresAt: at(3660) }));
      await store.approvals.answer("a1", answer("approve"), NOW);
      tick = 60_000;
      const claims = { approval: { id: "a1", binding: "sha256:1" } };
      expect(await store.audit.appendIntent(intent("c1"), claims)).toMatchObject({ ok: false, code: "APPROVAL_STALE" });
      await store.close();
    }));
});

describe("rules", () => {
  const rule = (change: Partial<StoredRule> = {}): StoredRule => ({
    id: "r1",
    effect: "deny",
    rule: "git_*",
    layer: "user",
    workspace: null,
    session: null,
    reason: null,
    expiresAt: null,
    approval: null,
    createdAt: at(0),
    createdBy: "bob",
    ...change,
  });

  it("of a project hold in its workspace only, those of the user everywhere", () =>
    withStore(async ({ rules }) => {
      const project = rule({ id: "r2", layer: "project", workspace: "/a", effect: "allow", reason: "why" });
      await rules.add(rule());
      await rules.add(project);
      expect(await rules.list("/a")).toEqual([rule(), project]);
      expect(await rules.list("/b")).toEqual([rule()]);
      expect(await rules.remove("r1")).toBe(true);
      expect(await rules.remove("r1")).toBe(false);
      expect(await rules.list("/b")).toEqual([]);
    }));

  it.each<[string, Partial<StoredRule>]>([
    ["a project without a workspace", { layer: "project" }],
    ["a session without one", { layer: "session", workspace: "/a" }],
  ])("are not of %s", (_name, change) =>
    withStore(({ rules }) => expect(rules.add(rule(change))).rejects.toThrow("CHECK")),
  );

  it("of a session are there for as long as it is", () =>
    withStore(async ({ rules, sessions, settings }) => {
      const ofSession = rule({ layer: "session", session: "s1", workspace: "/w", expiresAt: at(60), approval: "a1" });
      await expect(rules.add(ofSession)).rejects.toThrow("is over");
      await sessions.create(SESSION);
      await rules.add(ofSession);
      await settings.set("mode:session:s1", "plan");
      expect(await rules.list("/w")).toEqual([ofSession]);
      expect(await rules.list("/other")).toEqual([]);
      await sessions.remove("s1");
      expect(await rules.list("/w")).toEqual([]);
      expect(await settings.get("mode:session:s1")).toBeNull();
    }));
});

describe("tokens", () => {
  const token: StoredToken = {
    id: "t1",
    tenant: TENANT,
    principal: "ada",
    agent: "claude",
    roles: ["agent", "approver"],
    createdAt: at(0),
    expiresAt: null,
    revokedAt: null,
    provider: "anthropic",
  };

  it("are found by hash, and revoked once", () =>
    withStore(async ({ tokens }) => {
      await tokens.create(token, "hash");
      expect(await tokens.findByHash("hash")).toEqual(token);
      expect(await tokens.findByHash("other")).toBeNull();
      expect(await tokens.revoke("t1", at(5))).toBe(true);
      expect(await tokens.revoke("t1", at(6))).toBe(false);
      expect(await tokens.list()).toEqual([{ ...token, revokedAt: at(5) }]);
      await expect(tokens.create({ ...token, id: "t2" }, "hash")).rejects.toThrow("UNIQUE");
      await expect(tokens.create({ ...token, id: "t3", tenant: "other" }, "h3")).rejects.toThrow("tenant");
    }));
});

describe("settings", () => {
  it("are set, replaced, removed, and listed by the start of their key, taken literally", () =>
    withStore(async ({ settings }) => {
      for (const key of ["trust:/b", "trust:/a", "trust%", "mode"]) await settings.set(key, `of ${key}`);
      await settings.set("mode", "plan");
      expect(await settings.get("mode")).toBe("plan");
      expect((await settings.list("trust:")).map((setting) => setting.key)).toEqual(["trust:/a", "trust:/b"]);
      expect((await settings.list("trust%")).map((setting) => setting.key)).toEqual(["trust%"]);
      expect(await settings.list("")).toHaveLength(4);
      await settings.set("mode", null);
      expect(await settings.get("mode")).toBeNull();
    }));
});

describe("revision", () => {
  it("grows with every change that decides calls, seen by every process, and with no other", () =>
    withStore(async (store, folder) => {
      const other = await open(folder);
      const grows = async (by: number, work: () => Promise<unknown>): Promise<void> => {
        const before = other.revision();
        await work();
        expect(other.revision() - before, work.toString()).toBe(by);
      };
      const rule = { ...PLAIN_RULE, id: "r" };
      const identity = { principal: "p", agent: "a", roles: [], provider: null } as const;
      const token = { id: "t", tenant: TENANT, ...identity, expiresAt: null } as const;
      await grows(1, () => store.settings.set("mode", "plan"));
      await grows(1, () => store.settings.set("mode", null));
      await grows(0, () => store.settings.set("mode", null));
      await grows(1, () => store.rules.add({ ...rule, createdAt: at(0), createdBy: "b" }));
      await grows(1, () => store.rules.remove("r"));
      await grows(0, () => store.rules.remove("r"));
      await grows(1, () => store.tokens.create({ ...token, createdAt: at(0), revokedAt: null }, "h"));
      await grows(1, () => store.tokens.revoke("t", at(0)));
      await grows(0, () => store.tokens.revoke("t", at(0)));
      await grows(0, () => store.approvals.create(question()));
      await grows(1, () => store.approvals.answer("a1", answer("approve"), NOW));
      await grows(0, () => store.approvals.answer("a1", answer("approve"), NOW));
      await grows(0, () => store.running.requestCancel("c1"));
      await other.close();
    }));

  it("stays when the change fails", () =>
    withStore(async (store) => {
      const rule = { ...PLAIN_RULE, id: "r" };
      await store.rules.add({ ...rule, createdAt: at(0), createdBy: "b" });
      await expect(store.rules.add({ ...rule, createdAt: at(0), createdBy: "b" })).rejects.toThrow("UNIQUE");
      expect(store.revision()).toBe(1);
    }));
});

describe("sessions", () => {
  const session = (change: Partial<StoredSession> = {}): StoredSession => ({ ...SESSION, ...change });

  it("remember where their commands work", () =>
    withStore(async ({ sessions }) => {
      await sessions.create(session());
      await sessions.setCwd("s1", "/w/sub");
      expect((await sessions.get("s1"))?.cwd).toBe("/w/sub");
      await sessions.setCwd("s1", null);
      expect(await sessions.get("s1")).toEqual(session());
    }));

  it("are found by id, and implicit ones by whom they belong to: the oldest", () =>
    withStore(async ({ sessions }) => {
      await sessions.create(session({ id: "s2", createdAt: at(1) }));
      await sessions.create(session());
      await sessions.create(session({ id: "s3", kind: "connection", createdAt: at(-1) }));
      expect(await sessions.get("s2")).toEqual(session({ id: "s2", createdAt: at(1) }));
      expect(await sessions.findImplicit("ada", "claude", "/w")).toEqual(session());
      expect(await sessions.findImplicit("ada", "claude", "/other")).toBeNull();
      expect(await sessions.findImplicit("eve", "claude", "/w")).toBeNull();
      await sessions.remove("s1");
      expect(await sessions.get("s1")).toBeNull();
    }));

  it("expire when idle, or when the process of their connection is gone", () =>
    withStore(async ({ sessions }, folder) => {
      await sessions.create(session({ id: "idle" }));
      await sessions.create(session({ id: "used" }));
      await sessions.create(session({ id: "mine", kind: "connection" }));
      await sessions.create(session({ id: "orphan", kind: "connection" }));
      const gone = renderIdentity({ ...ownIdentity(), pid: 2 ** 22 + 1 });
      attack(folder, (db) => db.prepare("UPDATE sessions SET writer = ? WHERE id = 'orphan'").run(gone));
      await sessions.touch("used", at(20));
      await sessions.touch("used", at(5));
      const expired = await sessions.listExpired(at(10));
      expect(expired).toEqual([session({ id: "idle" }), session({ id: "orphan", kind: "connection" })]);
      expect((await sessions.get("used"))?.lastUsedAt).toBe(at(20));
    }));
});
