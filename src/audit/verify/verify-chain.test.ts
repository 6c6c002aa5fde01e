import { createHash, generateKeyPairSync, sign } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type Sqlite from "better-sqlite3";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { attack, entry, inFolder, open } from "../../storage/temporary-store.fixture.ts";
import type { AuditVerification, TamperKind } from "../audit-log.ts";
import { isSoundByReference } from "./reference-verifier.fixture.ts";

interface Row {
  readonly seq: number;
  readonly body: string;
  readonly hash: string;
}

const sha = (text: string): string => createHash("sha256").update(text).digest("hex");
const rowAt = (db: Sqlite.Database, seq: number): Row =>
  db.prepare("SELECT seq, body, hash FROM audit WHERE seq = ?").get(seq) as Row;
const put = (db: Sqlite.Database, seq: number, body: string, hash: string): unknown =>
  db.prepare("UPDATE audit SET body = ?, hash = ? WHERE seq = ?").run(body, hash, seq);
const swapReason = (body: string): string => body.replace('"reason":"rule ', '"reason":"Rule ');

/** Rewrites every record from `from` on so that all links fit, as one can without any key. */
function relink(db: Sqlite.Database, from: number, last: number): string {
  let previous = rowAt(db, from - 1)?.hash ?? "0".repeat(64);
  for (let seq = from; seq <= last; seq += 1) {
    const body = rowAt(db, seq).body.replace(/"previousHash":"[0-9a-f]{64}"/, `"previousHash":"${previous}"`);
    previous = sha(body);
    put(db, seq, body, previous);
  }
  return previous;
}

function forgedAfter(row: Row): { body: string; hash: string } {
  const body = row.body
    .replace(/"previousHash":"[0-9a-f]{64}"/, `"previousHash":"${row.hash}"`)
    .replace(`"seq":${row.seq},`, `"seq":${row.seq + 1},`);
  return { body, hash: sha(body) };
}

/** SQLite itself refuses a body that is not JSON; whoever writes to the file is not held up by that. */
function overwriteOnDisk(db: Sqlite.Database, text: string, change: (text: string) => string): void {
  db.pragma("wal_checkpoint(TRUNCATE)");
  const file = readFileSync(db.name);
  // A page that was split keeps a stale copy.
  for (let at = file.indexOf(text); at >= 0; at = file.indexOf(text, at + 1)) {
    file.write(change(text).padEnd(text.length), at);
  }
  writeFileSync(db.name, file);
}

/** Moves all records after `seq` one place up (1) or down (-1). */
function shift(db: Sqlite.Database, seq: number, by: 1 | -1): void {
  db.prepare("UPDATE audit SET seq = -(seq + ?) WHERE seq > ?").run(by, seq);
  db.exec("UPDATE audit SET seq = -seq WHERE seq < 0");
}

interface Tampering {
  readonly name: string;
  readonly kind: TamperKind | readonly TamperKind[];
  /** Tampers at record `n` of `last`; returns the place that counts as tampered. */
  readonly apply: (db: Sqlite.Database, n: number, last: number) => number;
  /** What happened there can be told, but not at which record it began. */
  readonly isVague?: boolean;
  /** Whether it can be done there at all. */
  readonly fits?: (n: number, last: number) => boolean;
}

const TAMPERINGS: readonly Tampering[] = [
  {
    name: "a body altered",
    kind: "altered",
    apply: (db, n) => (put(db, n, swapReason(rowAt(db, n).body), rowAt(db, n).hash), n),
  },
  {
    name: "a stored hash altered",
    kind: "altered",
    apply: (db, n) => (put(db, n, rowAt(db, n).body, sha("x")), n),
  },
  {
    name: "a body altered with its hash",
    kind: "altered",
    fits: (n, last) => n < last,
    apply: (db, n) => {
      const body = swapReason(rowAt(db, n).body);
      put(db, n, body, sha(body));
      return n;
    },
  },
  {
    name: "a body that is not JSON",
    kind: "malformed",
    apply: (db, n) => {
      overwriteOnDisk(db, rowAt(db, n).body, (body) => body.replace('{"at":', '{"at"'));
      return n;
    },
  },
  {
    name: "a body that is JSON but not canonical",
    kind: "malformed",
    apply: (db, n) => (put(db, n, rowAt(db, n).body.replace(",", ", "), rowAt(db, n).hash), n),
  },
  {
    name: "a record removed",
    kind: "removed",
    fits: (n, last) => n < last,
    apply: (db, n) => (db.prepare("DELETE FROM audit WHERE seq = ?").run(n), n),
  },
  {
    name: "a record removed and the rest renumbered",
    kind: "removed",
    fits: (n, last) => n < last,
    apply: (db, n) => {
      db.prepare("DELETE FROM audit WHERE seq = ?").run(n);
      shift(db, n, -1);
      return n;
    },
  },
  {
    name: "a forged record put in, the rest renumbered",
    kind: "inserted",
    fits: (n, last) => n < last,
    apply: (db, n) => {
      const { body, hash } = forgedAfter(rowAt(db, n));
      const forged = swapReason(body);
      shift(db, n, 1);
      db.prepare("INSERT INTO audit(seq, body, hash) VALUES (?, ?, ?)").run(
        n + 1,
        forged,
        forged === body ? hash : sha(forged),
      );
      return n + 1;
    },
  },
  {
    name: "a copy of a record put in, the rest renumbered",
    kind: "inserted",
    fits: (n, last) => n < last,
    apply: (db, n) => {
      const { body, hash } = rowAt(db, n);
      shift(db, n, 1);
      db.prepare("INSERT INTO audit(seq, body, hash) VALUES (?, ?, ?)").run(n + 1, body, hash);
      return n + 1;
    },
  },
  {
    name: "a forged record put at the end",
    kind: "inserted",
    apply: (db, _n, last) => {
      const { body, hash } = forgedAfter(rowAt(db, last));
      db.prepare("INSERT INTO audit(seq, body, hash) VALUES (?, ?, ?)").run(last + 1, body, hash);
      return last + 1;
    },
  },
  {
    name: "a record put before the first",
    isVague: true,
    kind: "inserted",
    apply: (db, n) => {
      const { body, hash } = rowAt(db, n);
      db.prepare("INSERT INTO audit(seq, body, hash) VALUES (-9223372036854775808, ?, ?)").run(body, hash);
      return 1;
    },
  },
  {
    name: "two records swapped",
    kind: "reordered",
    fits: (n, last) => n < last,
    apply: (db, n, last) => {
      const [a, b] = [rowAt(db, n), rowAt(db, last)];
      put(db, n, b.body, b.hash);
      put(db, last, a.body, a.hash);
      return n;
    },
  },
  {
    name: "a record moved beyond the end",
    kind: "reordered",
    fits: (n, last) => n < last,
    apply: (db, n, last) => (db.prepare("UPDATE audit SET seq = ? WHERE seq = ?").run(last + 5, n), n),
  },
  {
    name: "the tail cut off",
    kind: "truncated",
    apply: (db, n) => (db.prepare("DELETE FROM audit WHERE seq >= ?").run(n), n),
  },
  {
    name: "the head row gone",
    isVague: true,
    kind: "rewritten",
    apply: (db, _n, last) => (db.exec("DELETE FROM audit_head"), last),
  },
  {
    name: "the chain rewritten from a record on, head included, without the key",
    isVague: true,
    kind: "rewritten",
    apply: (db, n, last) => {
      put(db, n, swapReason(rowAt(db, n).body), "");
      const hash = relink(db, n, last);
      db.exec("DELETE FROM audit_checkpoints");
      db.prepare("UPDATE audit_head SET hash = ?").run(hash);
      return n;
    },
  },
  {
    name: "the chain rewritten, checkpoints left as they are",
    kind: "rewritten",
    apply: (db, n, last) => {
      put(db, n, swapReason(rowAt(db, n).body), "");
      db.prepare("UPDATE audit_head SET hash = ?").run(relink(db, n, last));
      return n;
    },
  },
  {
    name: "the chain rewritten, head left as it is",
    kind: "rewritten",
    apply: (db, n, last) => {
      put(db, n, swapReason(rowAt(db, n).body), "");
      relink(db, n, last);
      return n;
    },
  },
  {
    name: "a checkpoint signed with another key",
    kind: "checkpoint",
    apply: (db, n) => {
      const { privateKey } = generateKeyPairSync("ed25519");
      const forged = sign(null, Buffer.from(String(n)), privateKey).toString("base64");
      const keyId = db.prepare("SELECT key_id FROM audit_checkpoints").pluck().get() as string;
      db.prepare("INSERT OR REPLACE INTO audit_checkpoints VALUES (?, ?, ?, ?, ?)").run(
        n,
        rowAt(db, n).hash,
        "2030-01-01T00:00:00.000Z",
        keyId,
        forged,
      );
      return n;
    },
  },
  {
    name: "a good checkpoint moved to another record",
    kind: "checkpoint",
    fits: (n, last) => n < last,
    apply: (db, n) => {
      db.prepare("DELETE FROM audit_checkpoints WHERE seq = ?").run(n);
      db.prepare("UPDATE audit_checkpoints SET seq = ? WHERE seq = (SELECT max(seq) FROM audit_checkpoints)").run(n);
      return n;
    },
  },
];

/** Writes `count` records with a checkpoint after each of `signedAt`, then one at close. */
async function writeLog(folder: string, count: number, signedAt: readonly number[] = []): Promise<void> {
  const store = await open(folder);
  for (let n = 1; n <= count; n += 1) {
    const written = store.audit.append(entry({ callId: `call-${n}`, data: { reason: `rule ${n}` } }));
    if (signedAt.includes(n) || n === count) await written;
    if (signedAt.includes(n)) await store.audit.checkpoint();
  }
  await store.close();
}

async function verifyIn(folder: string): Promise<AuditVerification> {
  const store = await open(folder);
  try {
    return await store.audit.verify();
  } finally {
    await store.close();
  }
}

function expectFault(result: AuditVerification, tampering: Tampering, place: number): void {
  expect(result, tampering.name).toMatchObject({ ok: false });
  if (result.ok) return;
  expect([tampering.kind].flat(), `${tampering.name}: ${result.message}`).toContain(result.kind);
  expect(result.seq, result.message).toBeLessThanOrEqual(place);
}

describe("verify", () => {
  it.each([0, 1, 511, 512, 513, 2500])("finds a log of %i records sound", (count) =>
    inFolder(async (folder) => {
      await writeLog(folder, count);
      expect(await verifyIn(folder)).toMatchObject({ ok: true, records: count });
      expect(isSoundByReference(folder)).toBe(true);
    }),
  );

  it.each(TAMPERINGS)("names the kind and the exact place of $name", (tampering) =>
    inFolder(async (folder) => {
      await writeLog(folder, 9, [4]);
      let place = 0;
      attack(folder, (db) => (place = tampering.apply(db, 5, 9)));
      const result = await verifyIn(folder);
      expectFault(result, tampering, place);
      if (tampering.isVague !== true) expect(result).toMatchObject({ seq: place });
      expect(isSoundByReference(folder)).toBe(false);
    }),
  );

  it("finds any single tampering at any place of any log, at or before that place", { timeout: 120_000 }, async () => {
    const cases = fc.record({
      tampering: fc.constantFrom(...TAMPERINGS),
      count: fc.integer({ min: 1, max: 12 }),
      at: fc.nat(),
      signed: fc.array(fc.integer({ min: 1, max: 12 }), { maxLength: 3 }),
    });
    await fc.assert(
      fc.asyncProperty(cases, async ({ tampering, count, at, signed }) => {
        const n = (at % count) + 1;
        fc.pre(tampering.fits?.(n, count) ?? true);
        await inFolder(async (folder) => {
          await writeLog(folder, count, signed);
          expect(await verifyIn(folder)).toMatchObject({ ok: true, records: count });
          let place = 0;
          attack(folder, (db) => (place = tampering.apply(db, n, count)));
          expect(isSoundByReference(folder), tampering.name).toBe(false);
          expectFault(await verifyIn(folder), tampering, place);
        });
      }),
      { numRuns: 150 },
    );
  });

  it("agrees with the reference on arbitrary damage to stored values", { timeout: 120_000 }, async () => {
    const damage = fc.record({
      table: fc.constantFrom("body", "hash", "head", "mac", "checkpoint"),
      n: fc.integer({ min: 1, max: 6 }),
      position: fc.nat({ max: 400 }),
      character: fc.constantFrom("a", "0", '"', "}", " "),
    });
    await fc.assert(
      fc.asyncProperty(damage, ({ table, n, position, character }) =>
        inFolder(async (folder) => {
          await writeLog(folder, 6, [3]);
          const spoil = (text: string): string => {
            const at = position % text.length;
            return text.slice(0, at) + character + text.slice(at + 1);
          };
          attack(folder, (db) => {
            db.function("spoil", (text) => spoil(String(text)));
            if (table === "body") overwriteOnDisk(db, rowAt(db, n).body, spoil);
            if (table === "hash") db.prepare("UPDATE audit SET hash = spoil(hash) WHERE seq = ?").run(n);
            if (table === "head") db.exec("UPDATE audit_head SET hash = spoil(hash)");
            if (table === "mac") db.exec("UPDATE audit_head SET mac = spoil(mac)");
            if (table === "checkpoint") db.exec("UPDATE audit_checkpoints SET hash = spoil(hash) WHERE seq = 3");
          });
          expect((await verifyIn(folder)).ok).toBe(isSoundByReference(folder));
        }),
      ),
      { numRuns: 80 },
    );
  });

  it("finds the end cut off and the head set back, when a checkpoint knows of later records", () =>
    inFolder(async (folder) => {
      await writeLog(folder, 5);
      let head: unknown[] = [];
      attack(folder, (db) => (head = db.prepare("SELECT seq, hash, mac FROM audit_head").raw().get() as unknown[]));
      await writeLog(folder, 4);
      attack(folder, (db) => {
        db.exec("DELETE FROM audit WHERE seq > 5");
        db.prepare("UPDATE audit_head SET seq = ?, hash = ?, mac = ?").run(...head);
      });
      expect(await verifyIn(folder)).toMatchObject({ ok: false, kind: "truncated", seq: 6 });
    }));

  it("does not trust columns that are no longer computed from the bodies", () =>
    inFolder(async (folder) => {
      await writeLog(folder, 3);
      attack(folder, (db) => {
        db.exec(`ALTER TABLE audit RENAME TO old;
          CREATE TABLE audit(seq INTEGER PRIMARY KEY, body TEXT, hash TEXT, tenant TEXT, kind TEXT, call_id TEXT,
            tool TEXT, status TEXT, principal TEXT, at TEXT);
          INSERT INTO audit SELECT seq, body, hash, 'local', 'intent', '', '', '', 'someone else', '' FROM old;
          DROP TABLE old;
          CREATE INDEX audit_scan ON audit(seq, tenant, kind, call_id, tool, status, principal, at)`);
      });
      expect(await verifyIn(folder)).toMatchObject({ ok: false, kind: "malformed", seq: 1 });
    }));

  it.each(["audit_head", "audit_checkpoints"])("reports that the table %s is gone instead of failing", (table) =>
    inFolder(async (folder) => {
      const store = await open(folder);
      await store.audit.append(entry());
      attack(folder, (db) => db.exec(`DROP TABLE ${table}`));
      expect(await store.audit.verify()).toMatchObject({ ok: false, kind: "malformed" });
      await store.close();
    }),
  );

  it("reports damage of the file itself", () =>
    inFolder(async (folder) => {
      await writeLog(folder, 200);
      const path = join(folder, "toolgate.db");
      const file = readFileSync(path);
      // A leaf page of the log: the one with record 100.
      const page = Math.floor(file.indexOf('"callId":"call-100"') / 4096) * 4096;
      file.fill(0xff, page, page + 100);
      writeFileSync(path, file);
      const result = await verifyIn(folder);
      expect(result).toMatchObject({ ok: false });
      if (!result.ok) expect(result.seq).toBeLessThanOrEqual(100);
    }));

  it("reports progress up to the whole, and works while records are appended", () =>
    inFolder(async (folder) => {
      await writeLog(folder, 1500);
      const store = await open(folder);
      const seen: number[] = [];
      const running = store.audit.verify((checked, total) => {
        seen.push(checked);
        expect(total).toBe(1500);
      });
      const written = await store.audit.append(entry());
      expect(written).toEqual({ ok: true, seq: 1501 });
      expect(await running).toMatchObject({ ok: true, records: 1500 });
      expect(seen.at(-1)).toBe(1500);
      await store.close();
    }));
});
