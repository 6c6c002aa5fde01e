import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setImmediate as nextTurn } from "node:timers/promises";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { startAppender } from "../../storage/start-appender.fixture.ts";
import type { Store, StoreOptions } from "../../storage/store.ts";
import { attack, entry, inFolder, intent, open, outcome, TENANT } from "../../storage/temporary-store.fixture.ts";
import { isSoundByReference } from "../verify/reference-verifier.fixture.ts";

const openSpooling = (folder: string, more: Partial<StoreOptions> = {}): Promise<Store> =>
  open(folder, { spoolAfter: 0, ...more });

const spoolsOf = (folder: string): readonly string[] =>
  existsSync(join(folder, "spool")) ? readdirSync(join(folder, "spool")) : [];

/** What is in the log itself, whoever would have to write more to it. */
function inLog(folder: string): readonly string[] {
  let found: readonly string[] = [];
  attack(folder, (db) => {
    found = db
      .prepare("SELECT kind || ' ' || coalesce(call_id, status) FROM audit ORDER BY seq")
      .pluck()
      .all() as string[];
  });
  return found;
}

async function call(store: Store, id: string): Promise<void> {
  expect(await store.audit.appendIntent(intent(id))).toMatchObject({ ok: true });
  expect(await store.audit.appendOutcome(outcome(id))).toMatchObject({ ok: true });
}

/** A folder as a process leaves it that is killed with records in its spool: lines for what it was told was on disk. */
async function killedWhileCalling(folder: string): Promise<readonly string[]> {
  const appender = startAppender(folder, "lone");
  await appender.until(`outcome ${appender.child.pid}-100\n`);
  appender.child.kill("SIGKILL");
  await appender.ended;
  const acknowledged = appender.output().split("\n").slice(1, -1);
  expect(spoolsOf(folder)).toHaveLength(1);
  return acknowledged;
}

const allOf = async (store: Store): Promise<readonly string[]> => {
  const records = await store.audit.query({ afterSeq: 0, limit: 100_000 });
  return records.map(
    ({ kind, callId, status }) => `${kind} ${callId}${status === "interrupted" ? " interrupted" : ""}`,
  );
};

describe("a call that comes alone", () => {
  it("is on disk before it is acknowledged, and in the log a moment later", () =>
    inFolder(async (folder) => {
      const store = await openSpooling(folder);
      expect(await store.audit.appendIntent(intent("a"))).toEqual({ ok: true, seq: null });
      const [name = ""] = spoolsOf(folder);
      expect(readFileSync(join(folder, "spool", name), "utf8")).toContain('"callId":"a"');
      expect(inLog(folder)).toEqual([]);
      await expect.poll(() => inLog(folder)).toEqual(["intent a"]);
      await store.close();
    }));

  it("is seen by whoever reads the log or the list of running calls", () =>
    inFolder(async (folder) => {
      const store = await openSpooling(folder);
      await store.audit.appendIntent(intent("a"));
      expect((await store.running.list()).map(({ callId }) => callId)).toEqual(["a"]);
      await store.audit.appendOutcome(outcome("a"));
      expect(await allOf(store)).toEqual(["intent a", "outcome a"]);
      await call(store, "b");
      expect(await store.audit.verify()).toMatchObject({ ok: true, records: 4 });
      await call(store, "c");
      const lines: string[] = [];
      for await (const line of store.audit.exportLines()) lines.push(line);
      expect(lines.filter((line) => line.includes('"callId":"c"'))).toHaveLength(2);
      await store.audit.appendIntent(intent("d"));
      expect(await store.running.requestCancel("d")).toBe(true);
      await store.close();
      expect(spoolsOf(folder)).toEqual([]);
      expect(isSoundByReference(folder)).toBe(true);
    }));

  it("goes to the log itself in a process that is not known to stay", () =>
    inFolder(async (folder) => {
      const store = await open(folder, { spoolAfter: 2 });
      await call(store, "a");
      await call(store, "b");
      expect(inLog(folder)).toEqual(["intent a", "outcome a", "intent b", "outcome b"]);
      expect(spoolsOf(folder)).toEqual([]);
      expect(await store.audit.appendIntent(intent("c"))).toEqual({ ok: true, seq: null });
      await store.close();
    }));

  it.each<[string, Partial<StoreOptions>, Parameters<Store["audit"]["appendIntent"]>[1]]>([
    ["power failures count", { durability: "fsync" }, undefined],
    ["it is counted", {}, { limits: [{ id: "l", kind: "rate", key: "[]", windowMs: 60_000, max: 9 }] }],
  ])("goes to the log itself where %s", (_name, options, claims) =>
    inFolder(async (folder) => {
      const store = await openSpooling(folder, options);
      expect(await store.audit.appendIntent(intent("a"), claims)).toEqual({ ok: true, seq: 1 });
      await store.close();
    }),
  );

  it("goes to the log itself where the spool cannot be written", () =>
    inFolder(async (folder) => {
      writeFileSync(join(folder, "spool"), "", { mode: 0o600 });
      await expect(openSpooling(folder)).rejects.toThrow("ENOTDIR");
      renameSync(join(folder, "spool"), join(folder, "other"));
      const store = await openSpooling(folder);
      writeFileSync(join(folder, "spool"), "");
      expect(await store.audit.appendIntent(intent("a"))).toEqual({ ok: true, seq: 1 });
      await store.close();
    }));

  it("is not started a second time", () =>
    inFolder(async (folder) => {
      const store = await openSpooling(folder);
      await store.audit.appendIntent(intent("a"));
      expect(await store.audit.appendIntent(intent("a"))).toMatchObject({ ok: false, code: "AUDIT_UNAVAILABLE" });
      await store.close();
    }));
});

it("calls that come alone and together have one story each, in order", () =>
  fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(fc.nat(3), fc.nat(2), fc.boolean()), { maxLength: 30 }), (steps) =>
      inFolder(async (folder) => {
        const store = await openSpooling(folder);
        let made = 0;
        const run = async (turns: number): Promise<void> => {
          const id = `c${(made += 1)}`;
          await store.audit.appendIntent(intent(id));
          for (let turn = 0; turn < turns; turn += 1) await nextTurn();
          await store.audit.appendOutcome(outcome(id));
        };
        const under = new Set<Promise<void>>();
        for (const [together, turns, waits] of steps) {
          for (let n = 0; n <= together; n += 1) under.add(run(turns));
          if (waits) await Promise.all(under);
          else await nextTurn();
        }
        await Promise.all(under);
        await store.close();
        const all = inLog(folder);
        expect(all.toSorted()).toEqual(
          [
            ...all.filter((one) => one.startsWith("intent")),
            ...all.filter((one) => one.startsWith("outcome")),
          ].toSorted(),
        );
        expect(new Set(all).size).toBe(made * 2);
        for (let n = 1; n <= made; n += 1)
          expect(all.indexOf(`intent c${n}`)).toBeLessThan(all.indexOf(`outcome c${n}`));
        expect(isSoundByReference(folder)).toBe(true);
      }),
    ),
    { numRuns: 20 },
  ));

describe("what a killed process had acknowledged", { timeout: 60_000 }, () => {
  it("is in the log once the next one opens it, also when two do at the same moment", () =>
    inFolder(async (folder) => {
      const acknowledged = await killedWhileCalling(folder);
      await Promise.all([startAppender(folder, "open"), startAppender(folder, "open")].map(({ ended }) => ended));
      const store = await open(folder);
      const all = await allOf(store);
      expect(all).toEqual(expect.arrayContaining([...acknowledged]));
      expect(new Set(all).size).toBe(all.length);
      // At most the call that was under way has no end of its own.
      expect(all.filter((one) => one.endsWith("interrupted")).length).toBeLessThanOrEqual(1);
      expect(await store.running.list()).toEqual([]);
      expect(await store.audit.verify()).toMatchObject({ ok: true, records: all.length });
      await store.close();
      expect(spoolsOf(folder)).toEqual([]);
    }));

  it("is not written twice where the log had it already", () =>
    inFolder(async (folder) => {
      await killedWhileCalling(folder);
      const [name = ""] = spoolsOf(folder);
      copyFileSync(join(folder, "spool", name), join(folder, "kept"));
      await (await open(folder)).close();
      const before = inLog(folder);
      renameSync(join(folder, "kept"), join(folder, "spool", name));
      await (await open(folder)).close();
      expect(inLog(folder)).toEqual(before);
      expect(spoolsOf(folder)).toEqual([]);
    }));

  const bend: Readonly<Record<string, (lines: string[]) => string[]>> = {
    "a changed word": (lines) => lines.with(1, lines[1]?.replace("git_log", "git_lag") ?? ""),
    "a line twice": (lines) => [...lines.slice(0, 2), ...lines.slice(1)],
    "another number": ([head = "", one = "", ...rest]) => [head, one.replace(" ", " 0"), ...rest],
    "its first line twice": ([head = "", ...rest]) => [head, head, ...rest],
    "its first line twice, and no other": ([head = ""]) => [head, head, ""],
    "lines in another order": ([head = "", one = "", two = "", ...rest]) => [head, two, one, ...rest],
    "a line of somebody else": ([head = "", ...rest]) => [head, `${"0".repeat(64)} 1 {}`, ...rest],
    "another first line": ([, ...rest]) => ["x", ...rest],
  };
  it.each(Object.entries(bend))("is kept aside from where there is %s, and the log says so", (_name, change) =>
    inFolder(async (folder) => {
      await killedWhileCalling(folder);
      const [name = ""] = spoolsOf(folder);
      const path = join(folder, "spool", name);
      const lines = readFileSync(path, "utf8").split("\n");
      while (lines.length < 5) lines.push("");
      writeFileSync(path, change(lines).join("\n"));
      const store = await open(folder);
      expect(spoolsOf(folder)).toEqual([`${name}.damaged`]);
      const [found] = await store.audit.query({ kind: "admin" });
      expect(found).toMatchObject({ status: "audit.spool.damaged", caller: { tenant: TENANT } });
      expect(found?.data).toMatchObject({ file: `${path}.damaged` });
      expect(await store.audit.verify()).toMatchObject({ ok: true });
      await store.close();
      await (await open(folder)).close();
      expect(inLog(folder).filter((one) => one.startsWith("admin"))).toHaveLength(1);
    }),
  );

  it("is left to its writer where that lives, and a line without an end is none", () =>
    inFolder(async (folder) => {
      const store = await openSpooling(folder);
      await store.audit.appendIntent(intent("a"));
      const other = await open(folder);
      expect(spoolsOf(folder)).toHaveLength(1);
      await other.close();
      await store.audit.appendOutcome(outcome("a"));
      await store.close();
      expect(inLog(folder)).toEqual(["intent a", "outcome a"]);
      mkdirSync(join(folder, "spool"), { recursive: true });
      writeFileSync(join(folder, "spool", `${"0".repeat(32)}.spool`), "half a li");
      await (await open(folder)).close();
      expect(inLog(folder)).toHaveLength(2);
    }));
});

it("a log that takes nothing has nothing acknowledged beside it, and what it missed stays on disk", () =>
  inFolder(async (folder) => {
    const store = await openSpooling(folder);
    await store.audit.appendIntent(intent("a"));
    attack(folder, (db) => db.exec("UPDATE audit_head SET mac = upper(mac) || 'x'"));
    // Whoever reads sees what there is.
    await store.audit.query({});
    expect(await store.audit.appendIntent(intent("b"))).toMatchObject({ ok: false, code: "AUDIT_UNAVAILABLE" });
    expect(await store.audit.append(entry())).toMatchObject({ ok: false });
    expect(await store.audit.appendOutcome(outcome("a"))).toMatchObject({ ok: false });
    await store.close();
    expect(spoolsOf(folder)).toHaveLength(1);
  }));
