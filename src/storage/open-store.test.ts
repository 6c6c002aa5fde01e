import { execFileSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import Database from "better-sqlite3";
import { describe, expect, it } from "vitest";
import { openStore } from "./open-store.ts";
import { StoreError } from "./store.ts";
import { attack, entry, inFolder, open } from "./temporary-store.fixture.ts";

const mode = (path: string): string => (statSync(path).mode & 0o777).toString(8);
const isRoot = process.getuid?.() === 0;

/** Opening must fail as `code`, and say what to do. */
async function expectRefusal(folder: string, code: StoreError["code"], text: string): Promise<void> {
  const error: unknown = await open(folder).then(
    async (store) => store.close(),
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(StoreError);
  if (!(error instanceof StoreError)) return;
  expect(error.code, error.message).toBe(code);
  expect(error.message).toContain(text);
  expect(error.message).toContain(folder);
  expect(error.hint.length).toBeGreaterThan(20);
}

async function makeLog(folder: string, records = 20): Promise<void> {
  const store = await open(folder);
  await Promise.all(Array.from({ length: records }, () => store.audit.append(entry())));
  await store.close();
}

describe("openStore", () => {
  it("makes folder and files that only their owner can read, whatever the umask", () =>
    inFolder(async (parent) => {
      const folder = join(parent, "a", "data");
      const old = process.umask(0);
      try {
        const store = await open(folder);
        await store.audit.append(entry());
        expect(mode(folder)).toBe("700");
        const files = readdirSync(folder).sort();
        expect(files).toEqual(
          ["audit.key", "checkpoint.key", "checkpoint.pub", "toolgate.db", "toolgate.db-shm", "toolgate.db-wal"].sort(),
        );
        for (const file of files) expect([file, mode(join(folder, file))]).toEqual([file, "600"]);
        await store.close();
      } finally {
        process.umask(old);
      }
    }));

  it("closes a folder and files that others could read", () =>
    inFolder(async (folder) => {
      await makeLog(folder);
      chmodSync(folder, 0o755);
      chmodSync(join(folder, "toolgate.db"), 0o644);
      await makeLog(folder);
      expect(mode(folder)).toBe("700");
      expect(mode(join(folder, "toolgate.db"))).toBe("600");
    }));

  it("does not take over a folder that others use, such as /tmp", () =>
    inFolder(async (folder) => {
      chmodSync(folder, 0o777);
      writeFileSync(join(folder, "other"), "");
      await expectRefusal(folder, "UNAVAILABLE", "holds other files");
      expect(mode(folder)).toBe("777");
      expect(readdirSync(folder)).toEqual(["other"]);
    }));

  it("keeps keys and records from one opening to the next", () =>
    inFolder(async (folder) => {
      await makeLog(folder, 3);
      const key = readFileSync(join(folder, "audit.key"));
      expect(key).toHaveLength(32);
      expect(readFileSync(join(folder, "checkpoint.key"), "utf8")).toContain("BEGIN PRIVATE KEY");
      const store = await open(folder, { durability: "fsync" });
      expect(await store.audit.append(entry())).toEqual({ ok: true, seq: 4 });
      expect(await store.audit.verify()).toMatchObject({ ok: true, records: 4 });
      expect(readFileSync(join(folder, "audit.key"))).toEqual(key);
      await store.close();
    }));

  it("keeps tenants apart in one log", () =>
    inFolder(async (folder) => {
      const one = await open(folder);
      const other = await openStore({ dataFolder: folder, tenant: "other", durability: "process" });
      await one.settings.set("mode", "plan");
      expect(await other.settings.get("mode")).toBeNull();
      expect([one.revision(), other.revision()]).toEqual([1, 0]);
      await other.close();
      await one.close();
    }));
});

describe("openStore refuses", () => {
  it("a newer schema", () =>
    inFolder(async (folder) => {
      await makeLog(folder);
      attack(folder, (db) => db.pragma("user_version = 99"));
      await expectRefusal(folder, "NEWER_SCHEMA", "schema 99");
    }));

  it("a file that is not a database, and leaves it as it is", () =>
    inFolder(async (folder) => {
      await makeLog(folder);
      const path = join(folder, "toolgate.db");
      writeFileSync(path, "not a database ".repeat(1000));
      await expectRefusal(folder, "CORRUPT", "not a database");
      expect(readFileSync(path, "utf8")).toMatch(/^not a database/);
    }));

  it("a database with a damaged schema page", () =>
    inFolder(async (folder) => {
      await makeLog(folder);
      const path = join(folder, "toolgate.db");
      const bytes = readFileSync(path);
      bytes.fill(0xff, 100, 4000);
      writeFileSync(path, bytes);
      await expectRefusal(folder, "CORRUPT", "damaged");
    }));

  it("a database that was cut off", () =>
    inFolder(async (folder) => {
      await makeLog(folder, 200);
      truncateSync(join(folder, "toolgate.db"), 5000);
      await expectRefusal(folder, "CORRUPT", "damaged");
    }));

  it("a database that lacks a table", () =>
    inFolder(async (folder) => {
      await makeLog(folder);
      attack(folder, (db) => db.exec("DROP TABLE approvals"));
      await expectRefusal(folder, "CORRUPT", "no such table: approvals");
    }));

  it("a database of another program", () =>
    inFolder(async (folder) => {
      await makeLog(folder);
      rmSync(join(folder, "toolgate.db"));
      const db = new Database(join(folder, "toolgate.db"));
      db.exec("CREATE TABLE other(x); PRAGMA user_version = 1");
      db.close();
      await expectRefusal(folder, "CORRUPT", "another program");
    }));

  it.each(["audit.key", "checkpoint.key"])("a log without its %s, instead of making a new one", (name) =>
    inFolder(async (folder) => {
      await makeLog(folder);
      rmSync(join(folder, name));
      await expectRefusal(folder, "CORRUPT", `${name} is missing`);
      expect(existsSync(join(folder, name))).toBe(false);
    }),
  );

  it.each([
    ["audit.key", "short", "32 bytes"],
    ["checkpoint.key", "nonsense", "Ed25519"],
    ["checkpoint.pub", "another", "does not belong"],
  ])("a damaged %s", (name, text, problem) =>
    inFolder(async (folder) => {
      await makeLog(folder);
      writeFileSync(join(folder, name), text);
      await expectRefusal(folder, "CORRUPT", problem);
    }),
  );

  it("a file in the folder's place", () =>
    inFolder(async (parent) => {
      const folder = join(parent, "data");
      writeFileSync(folder, "");
      await expectRefusal(folder, "UNAVAILABLE", "cannot be opened");
    }));

  it.skipIf(isRoot)("a read-only folder (as root nothing is read-only by mode: see the mounted one)", () =>
    inFolder(async (parent) => {
      const folder = join(parent, "data");
      mkdirSync(folder, { mode: 0o500 });
      await expectRefusal(folder, "READ_ONLY", "cannot be written");
      chmodSync(folder, 0o700);
    }),
  );

  it.skipIf(!isRoot)("a read-only disk (needs root to mount one)", () =>
    onDisk(64, async (folder, remount) => {
      await makeLog(folder);
      remount("ro");
      await expectRefusal(folder, "READ_ONLY", "cannot be written");
      remount("rw");
    }),
  );

  it.skipIf(!isRoot)("a full disk (needs root to mount one), and opens when there is room again", () =>
    onDisk(1, async (folder) => {
      await makeLog(folder);
      fill(folder);
      await expectRefusal(folder, "FULL", "full");
      rmSync(join(folder, "filling"));
      const store = await open(folder);
      expect(await store.audit.verify()).toMatchObject({ ok: true, records: 20 });
      await store.close();
    }),
  );
});

describe("a disk that fills up while the store is open", () => {
  const isRefused = { ok: false, code: "AUDIT_UNAVAILABLE", message: expect.stringContaining("full") as string };

  it.skipIf(!isRoot)("refuses records, loses none, and goes on when there is room (needs root to mount one)", () =>
    onDisk(2, async (folder) => {
      const store = await open(folder);
      await store.audit.append(entry());
      fill(folder);
      const filler = { text: "x".repeat(20_000) };
      let written = 1;
      for (let n = 0; n < 200; n += 1) if ((await store.audit.append(entry({ data: filler }))).ok) written += 1;
      expect(await store.audit.append(entry({ data: filler }))).toMatchObject(isRefused);
      rmSync(join(folder, "filling"));
      expect(await store.audit.append(entry())).toEqual({ ok: true, seq: written + 1 });
      expect(await store.audit.verify()).toMatchObject({ ok: true, records: written + 1 });
      await store.close();
    }),
  );
});

/** Runs `work` in a folder on a disk of its own, of so many megabytes. */
function onDisk(
  megabytes: number,
  work: (folder: string, remount: (how: "ro" | "rw") => void) => Promise<void>,
): Promise<void> {
  return inFolder(async (folder) => {
    execFileSync("mount", ["-t", "tmpfs", "-o", `size=${megabytes}m,mode=700`, "toolgate-test", folder]);
    try {
      await work(folder, (how) => void execFileSync("mount", ["-o", `remount,${how}`, folder]));
    } finally {
      execFileSync("umount", [folder]);
    }
  });
}

function fill(folder: string): void {
  try {
    for (let n = 0; n < 100_000; n += 1) writeFileSync(join(folder, "filling"), Buffer.alloc(4096), { flag: "a" });
  } catch (error) {
    expect((error as NodeJS.ErrnoException).code).toBe("ENOSPC");
  }
}
