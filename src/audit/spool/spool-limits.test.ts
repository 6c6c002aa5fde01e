import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, rmSync, symlinkSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { startAppender } from "../../storage/start-appender.fixture.ts";
import { StoreError } from "../../storage/store.ts";
import { attack, inFolder, intent, open, outcome } from "../../storage/temporary-store.fixture.ts";

const SPOOLING = { spoolAfter: 0 };
const spoolsOf = (folder: string): readonly string[] =>
  existsSync(join(folder, "spool")) ? readdirSync(join(folder, "spool")) : [];
const breakHead = (folder: string): void => attack(folder, (db) => db.exec("UPDATE audit_head SET mac = mac || 'x'"));

describe("a process with a spool", () => {
  it("frees the place of a call that ended before it says so", () =>
    inFolder(async (folder) => {
      const store = await open(folder, SPOOLING);
      const other = await open(folder);
      const limits = [{ id: "l", kind: "concurrent", key: "[]", windowMs: 60_000, max: 1 }] as const;
      await store.audit.appendIntent(intent("a"), { limits });
      await store.audit.appendOutcome(outcome("a"));
      for (const each of [store, other]) {
        expect((await each.limits.read(limits, Date.now())).get("l")).toMatchObject({ used: 0 });
      }
      await other.close();
      await store.close();
    }));

  it("does not keep calls without end that leave nobody a turn", () =>
    inFolder(async (folder) => {
      const store = await open(folder, SPOOLING);
      let hadTurn = false;
      setImmediate(() => (hadTurn = true));
      for (let n = 0; n < 100; n += 1) {
        await store.audit.appendIntent(intent(`c${n}`));
        await store.audit.appendOutcome(outcome(`c${n}`));
      }
      expect(hadTurn).toBe(true);
      await store.close();
    }));

  it("gives a spool up that somebody removed", () =>
    inFolder(async (folder) => {
      const store = await open(folder, SPOOLING);
      await store.audit.appendIntent(intent("a"));
      await store.audit.query({});
      rmSync(join(folder, "spool"), { recursive: true });
      expect(await store.audit.appendOutcome(outcome("a"))).toEqual({ ok: true, seq: 2 });
      await store.close();
    }));

  it("writes long records to the log itself", () =>
    inFolder(async (folder) => {
      const store = await open(folder, SPOOLING);
      const long = { ...intent("a"), data: { text: "x".repeat(100_000) } };
      expect(await store.audit.appendIntent(long)).toEqual({ ok: true, seq: 1 });
      expect(await store.audit.appendOutcome(outcome("a"))).toEqual({ ok: true, seq: null });
      await store.close();
    }));

  it("closes whatever became of the folder", () =>
    inFolder(async (folder) => {
      const store = await open(folder, SPOOLING);
      await store.audit.appendIntent(intent("a"));
      rmSync(join(folder, "spool"), { recursive: true });
      writeFileSync(join(folder, "spool"), "");
      await store.close();
    }));

  it("ends though its log takes nothing", () =>
    inFolder(async (folder) => {
      const appender = startAppender(folder, "once");
      await appender.until("kept\n");
      breakHead(folder);
      expect(await appender.ended).toBe(0);
      expect(spoolsOf(folder)).toHaveLength(1);
    }));
});

describe("an opener that finds a spool", { timeout: 60_000 }, () => {
  /** What a killed process leaves between an intent and its outcome. */
  async function leaveOne(folder: string): Promise<string> {
    const appender = startAppender(folder, "stuck");
    await appender.until("kept\n");
    appender.child.kill("SIGKILL");
    await appender.ended;
    return join(folder, "spool", spoolsOf(folder)[0] ?? "");
  }

  it("tells of its calls, also where the log takes nothing", () =>
    inFolder(async (folder) => {
      await leaveOne(folder);
      breakHead(folder);
      const heard: string[] = [];
      const onDeadCalls = (ids: readonly string[]): Promise<void> => Promise.resolve(void heard.push(...ids));
      const store = await open(folder, { onDeadCalls });
      expect(heard).toEqual(["stuck"]);
      expect(store.recovered).toEqual([]);
      await store.close();
      expect(spoolsOf(folder)).toHaveLength(1);
    }));

  it("takes what its writer left, and keeps aside what is too large to be of it", () =>
    inFolder(async (folder) => {
      const path = await leaveOne(folder);
      truncateSync(path, 700_000_000);
      const store = await open(folder);
      expect(store.recovered).toMatchObject([{ callId: "stuck" }]);
      const [found] = await store.audit.query({ kind: "admin" });
      expect(found).toMatchObject({ status: "audit.spool.damaged", data: { file: `${path}.damaged` } });
      await store.close();
    }));

  it.each<[string, (path: string) => unknown]>([
    ["a link", (path) => symlinkSync("/dev/zero", path)],
    ["a pipe", (path) => execFileSync("mkfifo", [path])],
    ["a folder", (path) => mkdirSync(path)],
  ])("keeps %s in its place aside", (_name, put) =>
    inFolder(async (folder) => {
      mkdirSync(join(folder, "spool"));
      put(join(folder, "spool", `${"0".repeat(32)}.spool`));
      const store = await open(folder);
      expect(await store.audit.query({ kind: "admin" })).toMatchObject([{ status: "audit.spool.damaged" }]);
      expect(spoolsOf(folder)).toHaveLength(1);
      await store.close();
    }),
  );

  it("says what to do where it cannot be looked for", () =>
    inFolder(async (folder) => {
      writeFileSync(join(folder, "spool"), "");
      const refusal: unknown = await open(folder).catch((error: unknown) => error);
      expect(refusal).toBeInstanceOf(StoreError);
    }));
});
