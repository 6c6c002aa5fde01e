import type Sqlite from "better-sqlite3";
import type { LimitTable } from "../../audit/claim-table.ts";
import type { LimitFact } from "../../model/facts.ts";
import { ELAPSED_MS, type ElapsedClock } from "../elapsed-clock.ts";
import type { LimitKey } from "../repositories.ts";

const DAY_MS = 86_400_000;
/** Rows that no longer count and are removed together with one that is added. */
const PRUNED_AT_ONCE = 32;

type Key = [tenant: string, id: string, key: string];

/**
 * What limits count: one row a call for a sliding window, one row a day for a daily budget, and for what runs at once the
 * running calls themselves, so that whatever ends a call also frees its place.
 *
 * Windows are measured with both clocks and end by whichever says that more has passed: a wall clock that is set back
 * neither forgets calls nor keeps them for longer than their window.
 */
export function createLimitTable(
  db: Sqlite.Database,
  clock: ElapsedClock,
  isDeadWriter: (writer: string) => boolean,
): LimitTable {
  const windows = createWindows(db, clock);
  const days = createDays(db, clock);
  const running = createRunning(db, isDeadWriter);
  const counters = { rate: windows, daily: days, concurrent: running };
  return {
    used: (tenant, key, now) => counters[key.kind].used(tenant, key, now),
    read: (tenant, key, now) => {
      const counter = counters[key.kind];
      const used = counter.used(tenant, key, now);
      return { used, freeAt: used === 0 ? null : counter.freeAt(tenant, key, now, used) };
    },
    count: (tenant, keys, callId, now) => {
      for (const key of keys) {
        if (key.kind === "rate") windows.add(tenant, key, callId, now);
        else if (key.kind === "daily") days.add(tenant, key, now);
      }
    },
    toRunning: (keys) => {
      const held = keys.filter(({ kind }) => kind === "concurrent").map(toRunningKey);
      return held.length === 0 ? null : JSON.stringify(held);
    },
  };
}

interface Counter {
  used(tenant: string, key: LimitKey, now: number): number;
  /** When there is room again, or one place more, where time makes it; of a counter that counts something. */
  freeAt(tenant: string, key: LimitKey, now: number, used: number): LimitFact["freeAt"];
}

function createWindows(
  db: Sqlite.Database,
  clock: ElapsedClock,
): Counter & { add(tenant: string, key: LimitKey, callId: string, now: number): void } {
  const ages = `FROM limit_calls WHERE tenant = ? AND limit_id = ? AND key = ? AND at > ? AND ${ELAPSED_MS} < ?`;
  const count = db.prepare<[...Key, number, number, string, number], number>(`SELECT count(*) ${ages}`).pluck();
  const nth = db
    .prepare<[number, number, string, ...Key, number, number, string, number, number], number>(
      `SELECT max(? - at, ${ELAPSED_MS}) AS age ${ages} ORDER BY age DESC LIMIT 1 OFFSET ?`,
    )
    .pluck();
  const insert = db.prepare<(string | number)[]>(
    `INSERT INTO limit_calls(tenant, limit_id, key, at, call_id, boot, tick, until) VALUES (?, ?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT DO NOTHING`,
  );
  const prune = db.prepare<[number]>(
    `DELETE FROM limit_calls WHERE (tenant, limit_id, key, at, call_id) IN
     (SELECT tenant, limit_id, key, at, call_id FROM limit_calls WHERE until <= ? LIMIT ${PRUNED_AT_ONCE})`,
  );
  return {
    used: (tenant, { id, key, windowMs }, now) =>
      count.get(tenant, id, key, now - windowMs, clock.tick(), clock.boot, windowMs) ?? 0,
    freeAt: (tenant, { id, key, max, windowMs }, now, used) => {
      const { boot } = clock;
      const tick = clock.tick();
      // Where a limit was lowered, room comes only with the one that brings the number below it.
      const skipped = Math.max(0, used - max);
      const age = nth.get(now, tick, boot, tenant, id, key, now - windowMs, tick, boot, windowMs, skipped);
      return age === undefined ? null : now + windowMs - age;
    },
    add: (tenant, { id, key, windowMs }, callId, now) => {
      prune.run(now);
      insert.run(tenant, id, key, now, callId, clock.boot, clock.tick(), now + windowMs);
    },
  };
}

function createDays(
  db: Sqlite.Database,
  clock: ElapsedClock,
): Counter & { add(tenant: string, key: LimitKey, now: number): void } {
  // A later day than today: the clock was set back over midnight, and what was counted then still is.
  const sum = db
    .prepare<[...Key, number, number, number, string], number>(
      `SELECT coalesce(sum(used), 0) FROM limit_days WHERE tenant = ? AND limit_id = ? AND key = ? AND day >= ?
       AND (day = ? OR ${ELAPSED_MS} < ${DAY_MS})`,
    )
    .pluck();
  const upsert = db.prepare<(string | number)[]>(
    `INSERT INTO limit_days(tenant, limit_id, key, day, used, boot, tick) VALUES (?, ?, ?, ?, 1, ?, ?)
     ON CONFLICT DO UPDATE SET used = used + 1, boot = excluded.boot, tick = excluded.tick`,
  );
  const prune = db.prepare<[number]>(
    `DELETE FROM limit_days WHERE (tenant, limit_id, key, day) IN
     (SELECT tenant, limit_id, key, day FROM limit_days WHERE day < ? LIMIT ${PRUNED_AT_ONCE})`,
  );
  return {
    used: (tenant, { id, key }, now) => {
      const day = toDay(now);
      return sum.get(tenant, id, key, day, day, clock.tick(), clock.boot) ?? 0;
    },
    freeAt: (_tenant, _key, now) => (toDay(now) + 1) * DAY_MS,
    add: (tenant, { id, key }, now) => {
      const day = toDay(now);
      // Yesterday is kept for as long as a clock that is set back a little might need it.
      prune.run(day - 1);
      upsert.run(tenant, id, key, day, clock.boot, clock.tick());
    },
  };
}

function toDay(at: number): number {
  return Math.floor(at / DAY_MS);
}

function createRunning(db: Sqlite.Database, isDeadWriter: (writer: string) => boolean): Counter {
  const byWriter = db.prepare<[string, string], { writer: string; used: number }>(
    `SELECT writer, count(*) AS used FROM running_calls
     WHERE tenant = ? AND limits IS NOT NULL AND EXISTS (SELECT 1 FROM json_each(limits) WHERE value = ?)
     GROUP BY writer`,
  );
  return {
    freeAt: () => null,
    used: (tenant, key) =>
      byWriter
        .all(tenant, toRunningKey(key))
        .reduce((sum, { writer, used }) => sum + (isDeadWriter(writer) ? 0 : used), 0),
  };
}

function toRunningKey({ id, key }: LimitKey): string {
  return JSON.stringify([id, key]);
}
