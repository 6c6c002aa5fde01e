import { describe, expect, it } from "vitest";
import { isSoundByReference } from "../audit/verify/reference-verifier.fixture.ts";
import { startAppender as start, type Appender } from "./start-appender.fixture.ts";
import type { RecoveredCall } from "./store.ts";
import { attack, inFolder, intent, open, outcome } from "./temporary-store.fixture.ts";

async function kill(running: Appender): Promise<void> {
  running.child.kill("SIGKILL");
  await running.ended;
}

const lastLine = (running: Appender): { recovered: RecoveredCall[]; hooked: string[] } =>
  JSON.parse(running.output().trim().split("\n").at(-1) ?? "") as { recovered: RecoveredCall[]; hooked: string[] };

describe("several processes on one data folder", { timeout: 120_000 }, () => {
  it("make it once, whoever comes first", () =>
    inFolder(async (folder) => {
      const openers = Array.from({ length: 5 }, () => start(folder, "open"));
      await Promise.all(openers.map((opener) => opener.ended));
      expect(isSoundByReference(folder)).toBe(true);
    }));

  it("append to one chain at once, without a gap", () =>
    inFolder(async (folder) => {
      const writers = Array.from({ length: 4 }, () => start(folder, "append", "2000"));
      const store = await open(folder);
      await Promise.all(writers.map((writer) => writer.ended));
      expect(await store.audit.verify()).toMatchObject({ ok: true, records: 8000 });
      for (const { child } of writers) {
        const own = await store.audit.query({ callId: `${child.pid}-1999` });
        expect(own).toHaveLength(1);
      }
      await store.close();
      expect(isSoundByReference(folder)).toBe(true);
    }));

  it("keep every acknowledged record when one is killed while it writes, and close its calls as interrupted", () =>
    inFolder(async (folder) => {
      const writer = start(folder, "endless");
      await writer.until("\n300\n");
      await kill(writer);
      const acknowledged = writer.output().trim().split("\n").slice(1).map(Number);

      const store = await open(folder);
      const verified = await store.audit.verify();
      expect(verified).toMatchObject({ ok: true });
      const kept = await store.audit.query({ afterSeq: 0, limit: 1_000_000 });
      expect(kept.map((record) => record.seq)).toEqual(expect.arrayContaining(acknowledged));
      const intents = kept.filter((record) => record.kind === "intent").map((record) => record.callId);
      expect(store.recovered.map((call) => call.callId).sort()).toEqual(intents.sort());
      expect(await store.running.list()).toEqual([]);
      await store.close();
      expect((await reopened(folder)).recovered).toEqual([]);
    }));

  it("close a dead writer's calls once, though two open at the same moment, after the hook saw them", () =>
    inFolder(async (folder) => {
      const writer = start(folder, "hold", "50");
      await writer.until("holding");
      await kill(writer);
      const openers = [start(folder, "open"), start(folder, "open")];
      await Promise.all(openers.map((opener) => opener.ended));

      const recovered = openers.flatMap((opener) => lastLine(opener).recovered.map((call) => call.callId));
      expect(new Set(recovered).size).toBe(50);
      expect(recovered).toHaveLength(50);
      for (const opener of openers) {
        const { recovered: own, hooked } = lastLine(opener);
        expect(hooked).toEqual(expect.arrayContaining(own.map((call) => call.callId)));
      }
      const store = await open(folder);
      const outcomes = await store.audit.query({ status: "interrupted", limit: 1000 });
      expect(outcomes).toHaveLength(50);
      expect(outcomes[0]).toMatchObject({
        kind: "outcome",
        caller: { principal: "ada", credential: "token-1" },
        workspace: "/home/ada/project",
        data: { writer: { pid: writer.child.pid } },
      });
      expect(await store.audit.verify()).toMatchObject({ ok: true, records: 100 });
      await store.close();
    }));

  it("leave the calls of a living process alone, which goes on undisturbed", () =>
    inFolder(async (folder) => {
      const store = await open(folder);
      await store.audit.appendIntent(intent("mine"));
      const opener = start(folder, "open");
      await opener.ended;
      expect(lastLine(opener)).toEqual({ recovered: [], hooked: [] });
      expect(await store.audit.appendOutcome(outcome("mine"))).toEqual({ ok: true, seq: 2 });
      expect(await store.audit.verify()).toMatchObject({ ok: true, records: 2 });
      await store.close();
    }));

  it("see each other's cancel requests, each only for its own calls", () =>
    inFolder(async (folder) => {
      const store = await open(folder);
      await store.audit.appendIntent(intent("mine"));
      const other = start(folder, "hold", "1");
      await other.until("holding");
      const theirs = `${other.child.pid}-0`;
      expect(await store.running.requestCancel(theirs)).toBe(true);
      expect(await store.running.cancelRequests()).toEqual([]);
      expect(await store.running.requestCancel("mine")).toBe(true);
      expect(await store.running.cancelRequests()).toEqual(["mine"]);
      expect(await store.running.requestCancel("unknown")).toBe(false);
      expect((await store.running.list()).find((call) => call.callId === theirs)?.pid).toBe(other.child.pid);
      await kill(other);
      await store.close();
    }));

  it.each([
    ["in a window", [], 25],
    ["at once", ["at-once"], 10],
  ])("share the places of a limit %s, of which each is taken once", (_name, args, places) =>
    inFolder(async (folder) => {
      const takers = Array.from({ length: 3 }, () => start(folder, "take", "20", ...args));
      await Promise.all(takers.map((taker) => taker.until("}\n")));
      const said = takers.map((taker) => lastLine(taker) as unknown as { taken: number; codes: string[] });
      expect(said.reduce((sum, { taken }) => sum + taken, 0)).toBe(places);
      expect(new Set(said.flatMap(({ codes }) => codes))).toEqual(new Set(["ok", "RATE_LIMITED"]));
      await Promise.all(takers.map(kill));
      const store = await open(folder);
      const shared = { key: "[]", windowMs: 60_000, max: 25 };
      const keys = [
        { ...shared, id: "rate", kind: "rate" } as const,
        { ...shared, id: "at-once", kind: "concurrent" } as const,
      ];
      const facts = await store.limits.read(keys, Date.now());
      expect(facts.get("rate")).toMatchObject({ used: places });
      // Killed with their places taken: what runs at once is free again, the window is not.
      expect(facts.get("at-once")).toMatchObject({ used: 0 });
      await store.close();
    }),
  );

  it("open a log that takes no records, so that it can be examined, and leave its calls listed", () =>
    inFolder(async (folder) => {
      const writer = start(folder, "hold", "1");
      await writer.until("holding");
      await kill(writer);
      attack(folder, (db) => db.exec("UPDATE audit_head SET mac = ''"));
      const store = await open(folder);
      expect(store.recovered).toEqual([]);
      expect(await store.running.list()).toHaveLength(1);
      expect(await store.audit.verify()).toMatchObject({ ok: false, kind: "rewritten" });
      await store.close();
    }));

  it("do not open while the hook fails, and leave the calls for the next opener", () =>
    inFolder(async (folder) => {
      const writer = start(folder, "hold", "1");
      await writer.until("holding");
      await kill(writer);
      const onDeadCalls = (): Promise<void> => Promise.reject(new Error("cannot kill"));
      await expect(open(folder, { onDeadCalls })).rejects.toThrow("cannot kill");
      expect((await reopened(folder)).recovered).toHaveLength(1);
    }));
});

async function reopened(folder: string): Promise<{ recovered: readonly RecoveredCall[] }> {
  const store = await open(folder);
  await store.close();
  return store;
}
