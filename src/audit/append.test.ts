import { describe, expect, it } from "vitest";
import {
  attack,
  CALLER,
  entry,
  inFolder,
  intent,
  open,
  outcome,
  TENANT,
  withStore,
} from "../storage/temporary-store.fixture.ts";
import type { Approval } from "../storage/repositories.ts";
import type { Store } from "../storage/store.ts";

const SOON = new Date(Date.now() + 60_000).toISOString();
const BINDING = "sha256:aa";

async function approve(store: Store, change: Partial<Approval> = {}): Promise<void> {
  const question: Omit<Approval, "state" | "answer"> = {
    id: "approval-1",
    tenant: TENANT,
    workspace: "/w",
    callId: "call-1",
    tool: "git_log",
    binding: BINDING,
    principal: CALLER.principal,
    agent: CALLER.agent,
    credential: CALLER.credential,
    summary: {},
    createdAt: new Date().toISOString(),
    expiresAt: SOON,
    ...change,
  };
  await store.approvals.create(question);
  const at = new Date(0);
  const answer = {
    verdict: "approve",
    by: "bob",
    credential: "key",
    reason: null,
    at: at.toISOString(),
    grant: null,
    mac: "m",
  } as const;
  expect(await store.approvals.answer(question.id, answer, at)).toBe(true);
}

describe("appending", () => {
  it("gives records of one turn consecutive numbers in the order of the calls", () =>
    withStore(async ({ audit }) => {
      const results = await Promise.all(
        Array.from({ length: 600 }, (_, n) => audit.append(entry({ callId: `c${n}` }))),
      );
      expect(results).toEqual(results.map((_, n) => ({ ok: true, seq: n + 1 })));
      expect((await audit.query({ afterSeq: 0, limit: 600 })).map((record) => record.callId)).toEqual(
        results.map((_, n) => `c${n}`),
      );
    }));

  it("stores exactly what was given, with its place, time and hash", () =>
    withStore(async ({ audit }) => {
      const given = entry({ data: { text: "a\u0000b\ud800 \u{1f600}", nested: [1, null, { z: 1, a: true }] } });
      await audit.append(given);
      await audit.append(entry({ kind: "admin", callId: null, tool: null, status: "rule.add", code: null }));
      const [first, second] = await audit.query({});
      expect(first).toMatchObject({ ...given, seq: 1, previousHash: "0".repeat(64) });
      expect(first?.at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
      expect(second).toMatchObject({ seq: 2, previousHash: first?.hash });
    }));

  it("refuses after close, and close commits what was queued", () =>
    inFolder(async (folder) => {
      const store = await open(folder);
      const queued = store.audit.append(entry());
      await store.close();
      await store.close();
      expect(await queued).toEqual({ ok: true, seq: 1 });
      expect(await store.audit.append(entry())).toMatchObject({ ok: false, code: "AUDIT_UNAVAILABLE" });
    }));
});

describe("intents and outcomes", () => {
  it("list a call as running between the two", () =>
    withStore(async ({ audit, running }) => {
      await audit.appendIntent(intent("call-1"));
      expect(await running.list()).toMatchObject([
        { callId: "call-1", tool: "git_log", principal: "ada", agent: "claude", pid: process.pid },
      ]);
      await audit.appendOutcome(outcome("call-1"));
      expect(await running.list()).toEqual([]);
    }));

  it("refuse a second intent of a call under way, and the rest of the group goes on", () =>
    withStore(async ({ audit }) => {
      const results = await Promise.all([
        audit.appendIntent(intent("call-1")),
        audit.appendIntent(intent("call-1")),
        audit.append(entry()),
      ]);
      expect(results).toMatchObject([
        { ok: true, seq: 1 },
        { ok: false, code: "AUDIT_UNAVAILABLE" },
        { ok: true, seq: 2 },
      ]);
      expect(await audit.verify()).toMatchObject({ ok: true, records: 2 });
    }));

  it("refuse an intent without call or tool", () =>
    withStore(async ({ audit }) => {
      expect(await audit.appendIntent({ ...intent("x"), callId: null })).toMatchObject({ ok: false });
      expect(await audit.appendIntent({ ...intent("x"), tool: null })).toMatchObject({ ok: false });
      expect(await audit.query({})).toEqual([]);
    }));

  it("consume an approval once, together with the intent; the loser of the group writes nothing", () =>
    withStore(async (store) => {
      await approve(store);
      const claims = { approval: { id: "approval-1", binding: BINDING } };
      const results = await Promise.all([
        store.audit.append(entry()),
        store.audit.appendIntent(intent("call-2"), claims),
        store.audit.appendIntent(intent("call-3"), claims),
        store.audit.append(entry()),
      ]);
      expect(results).toMatchObject([
        { ok: true, seq: 1 },
        { ok: true, seq: 2 },
        { ok: false, code: "APPROVAL_STALE" },
        { ok: true, seq: 3 },
      ]);
      expect(await store.approvals.get("approval-1")).toMatchObject({ state: "consumed" });
      expect((await store.running.list()).map((call) => call.callId)).toEqual(["call-2"]);
    }));

  it.each([
    ["unknown", {}, { id: "approval-2", binding: BINDING }],
    ["for another plan", {}, { id: "approval-1", binding: "sha256:ab" }],
    [
      "over",
      { createdAt: new Date(0).toISOString(), expiresAt: new Date(1000).toISOString() },
      { id: "approval-1", binding: BINDING },
    ],
    ["of another credential", { credential: "token-2" }, { id: "approval-1", binding: BINDING }],
  ])("refuse an approval that is %s", (_name, change, approval) =>
    withStore(async (store) => {
      await approve(store, change);
      expect(await store.audit.appendIntent(intent("call-2"), { approval })).toMatchObject({ code: "APPROVAL_STALE" });
      expect(await store.running.list()).toEqual([]);
      expect(await store.audit.query({})).toEqual([]);
      expect((await store.approvals.get("approval-1"))?.state).toBe("approved");
    }),
  );

  it("refuse an approval that nobody answered", () =>
    withStore(async (store) => {
      await approve(store);
      await approve(store, { id: "approval-2" });
      await store.approvals.create({ ...(await store.approvals.get("approval-1"))!, id: "approval-3" });
      const approval = { id: "approval-3", binding: BINDING };
      expect(await store.audit.appendIntent(intent("call-2"), { approval })).toMatchObject({ code: "APPROVAL_STALE" });
    }));
});

describe("a log that somebody changed", () => {
  const refused = { ok: false, code: "AUDIT_UNAVAILABLE" };

  it("takes no record on a head without the key, in this process or the next, and still opens", () =>
    inFolder(async (folder) => {
      const store = await open(folder);
      await store.audit.append(entry());
      attack(folder, (db) => db.exec("UPDATE audit_head SET hash = upper(hash)"));
      expect(await store.audit.append(entry())).toMatchObject(refused);
      await expect(store.audit.checkpoint()).rejects.toThrow("audit verify");
      await store.close();
      const next = await open(folder);
      expect(await next.audit.append(entry())).toMatchObject(refused);
      expect(await next.audit.verify()).toMatchObject({ ok: false, kind: "rewritten" });
      await next.close();
    }));

  it("takes no record on a head that was set back, though it was authentic once", () =>
    inFolder(async (folder) => {
      const store = await open(folder);
      await store.audit.append(entry());
      let head: unknown[] = [];
      attack(folder, (db) => (head = db.prepare("SELECT seq, hash, mac FROM audit_head").raw().get() as unknown[]));
      await store.audit.append(entry());
      attack(folder, (db) => {
        db.exec("DELETE FROM audit WHERE seq = 2");
        db.prepare("UPDATE audit_head SET seq = ?, hash = ?, mac = ?").run(...head);
      });
      expect(await store.audit.append(entry())).toMatchObject(refused);
      await store.close();
    }));

  it("notices a trigger that makes records vanish", () =>
    inFolder(async (folder) => {
      const store = await open(folder);
      attack(folder, (db) => db.exec("CREATE TRIGGER x BEFORE INSERT ON audit BEGIN SELECT RAISE(IGNORE); END"));
      expect(await store.audit.append(entry())).toMatchObject(refused);
      await store.close();
    }));

  it("cannot be changed by a mistaken statement", () =>
    withStore(async (store, folder) => {
      await store.audit.append(entry());
      const { default: Database } = await import("better-sqlite3");
      const db = new Database(`${folder}/toolgate.db`);
      expect(() => db.exec("DELETE FROM audit")).toThrow("append-only");
      expect(() => db.exec("UPDATE audit SET hash = ''")).toThrow("append-only");
      db.close();
    }));
});
