import { describe, expect, it } from "vitest";
import { attack, CALLER, open, TENANT, withStore } from "../temporary-store.fixture.ts";
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
  mac: "00",
});

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

describe("rules", () => {
  const rule = (change: Partial<StoredRule> = {}): StoredRule => ({
    id: "r1",
    effect: "deny",
    rule: "git_*",
    layer: "user",
    workspace: null,
    reason: null,
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

  it("of a project need a workspace", () =>
    withStore(({ rules }) => expect(rules.add(rule({ layer: "project" }))).rejects.toThrow("CHECK")));
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
      const rule = { id: "r", effect: "deny", rule: "x", layer: "user", workspace: null, reason: null } as const;
      const token = { id: "t", tenant: TENANT, principal: "p", agent: "a", roles: [], expiresAt: null } as const;
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
      const rule = { id: "r", effect: "deny", rule: "x", layer: "user", workspace: null, reason: null } as const;
      await store.rules.add({ ...rule, createdAt: at(0), createdBy: "b" });
      await expect(store.rules.add({ ...rule, createdAt: at(0), createdBy: "b" })).rejects.toThrow("UNIQUE");
      expect(store.revision()).toBe(1);
    }));
});

describe("sessions", () => {
  const session = (change: Partial<StoredSession> = {}): StoredSession => ({
    id: "s1",
    principal: "ada",
    agent: "claude",
    kind: "implicit",
    folder: "/data/sessions/s1",
    workspace: "/w",
    createdAt: at(0),
    lastUsedAt: at(0),
    ...change,
  });

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
