import fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import type { AppendResult } from "../../audit/audit-log.ts";
import { ownIdentity, renderIdentity } from "../process-identity.ts";
import type { LimitKey } from "../repositories.ts";
import type { Store } from "../store.ts";
import { attack, inFolder, intent, open, outcome, withStore } from "../temporary-store.fixture.ts";

const NOON = Date.parse("2026-05-01T12:00:00.000Z");
const HOUR = 3_600_000;
const DAY = 24 * HOUR;

function limit(change: Partial<LimitKey> = {}): LimitKey {
  return { id: "l1", key: '["agent:claude"]', kind: "rate", max: 2, windowMs: 60_000, ...change };
}

/** Stands still unless told: the tests are about the wall clock. */
function createClock(): { boot: string; now: number; tick: () => number } {
  const clock = { boot: "b1", now: 1_000, tick: () => clock.now };
  return clock;
}

async function withClocks(
  work: (store: Store, clock: ReturnType<typeof createClock>, folder: string) => Promise<void>,
): Promise<void> {
  vi.useFakeTimers({ toFake: ["Date"], now: NOON });
  const clock = createClock();
  try {
    await inFolder(async (folder) => {
      const store = await open(folder, { clock });
      try {
        await work(store, clock, folder);
      } finally {
        await store.close();
      }
    });
  } finally {
    vi.useRealTimers();
  }
}

let calls = 0;
function take({ audit }: Store, ...limits: readonly LimitKey[]): Promise<AppendResult> {
  calls += 1;
  return audit.appendIntent(intent(`call-${calls}`), { limits });
}

async function used({ limits }: Store, key = limit()): Promise<unknown> {
  return (await limits.read([key], Date.now())).get(key.id);
}

describe("a limit on a window", () => {
  it("lets as many calls through as it says, then says when the next one fits", () =>
    withClocks(async (store) => {
      expect(await take(store, limit())).toMatchObject({ ok: true });
      vi.setSystemTime(NOON + 10_000);
      expect(await take(store, limit())).toMatchObject({ ok: true });
      vi.setSystemTime(NOON + 15_000);
      expect(await used(store)).toEqual({ used: 2, freeAt: NOON + 60_000 });
      expect(await take(store, limit())).toEqual({
        ok: false,
        code: "RATE_LIMITED",
        message: "limit `l1` is used up: 2/2 calls within 1m of agent:claude; try again in 45s",
        retryAfterMs: 45_000,
      });
      // A refused call is not counted, so it does not move the moment.
      vi.setSystemTime(NOON + 60_000);
      expect(await used(store)).toEqual({ used: 1, freeAt: NOON + 70_000 });
      expect(await take(store, limit())).toMatchObject({ ok: true });
    }));

  it("counts each set of callers, each limit, and nothing for calls without one", () =>
    withClocks(async (store) => {
      await take(store, limit());
      await take(store);
      const other = limit({ key: '["agent:codex"]' });
      const second = limit({ id: "l2" });
      expect(await used(store)).toMatchObject({ used: 1 });
      expect(await used(store, other)).toEqual({ used: 0, freeAt: null });
      expect(await used(store, second)).toEqual({ used: 0, freeAt: null });
    }));

  it("counts a call in none of its limits when one of them is used up", () =>
    withClocks(async (store) => {
      const narrow = limit({ id: "l2", max: 1 });
      await take(store, limit(), narrow);
      expect(await take(store, limit(), narrow)).toMatchObject({
        ok: false,
        message: expect.stringContaining("`l2`") as string,
      });
      expect(await used(store)).toMatchObject({ used: 1 });
      expect(await store.running.list()).toHaveLength(1);
    }));

  it("is not counted for a call whose approval does not hold", () =>
    withClocks(async (store) => {
      const claims = {
        approval: { id: "a1", binding: "b" },
        limits: [limit(), limit({ id: "l2", kind: "concurrent" })],
      };
      expect(await store.audit.appendIntent(intent("stale"), claims)).toMatchObject({ code: "APPROVAL_STALE" });
      expect(await used(store)).toMatchObject({ used: 0 });
      expect(await used(store, limit({ id: "l2", kind: "concurrent" }))).toMatchObject({ used: 0 });
    }));

  it("says when there is room after it was lowered", () =>
    withClocks(async (store) => {
      for (const at of [0, 1_000, 2_000]) {
        vi.setSystemTime(NOON + at);
        await take(store, limit({ max: 5 }));
      }
      expect(await used(store, limit({ max: 1 }))).toEqual({ used: 3, freeAt: NOON + 62_000 });
    }));

  it("forgets nothing, and keeps nothing for longer, when the clock is set back", () =>
    withClocks(async (store, clock) => {
      await take(store, limit());
      await take(store, limit());
      vi.setSystemTime(NOON - 10 * HOUR);
      clock.now += 20_000;
      expect(await used(store)).toEqual({ used: 2, freeAt: NOON - 10 * HOUR + 40_000 });
      expect(await take(store, limit())).toMatchObject({ code: "RATE_LIMITED", retryAfterMs: 40_000 });
      clock.now += 40_000;
      expect(await used(store)).toEqual({ used: 0, freeAt: null });
      expect(await take(store, limit())).toMatchObject({ ok: true });
    }));

  it("ends after its length also when the machine started anew with an earlier date", () =>
    withClocks(async (store, clock, folder) => {
      await take(store, limit());
      const restarted = { boot: "b2", tick: () => 59_999 };
      const second = await open(folder, { clock: restarted });
      vi.setSystemTime(NOON - DAY);
      expect(await used(second)).toMatchObject({ used: 1 });
      restarted.tick = () => 60_000;
      expect(await used(second)).toMatchObject({ used: 0 });
      await second.close();
      expect(clock.boot).toBe("b1");
    }));

  it("removes what no longer counts, a few at a time", () =>
    withClocks(async (store, _clock, folder) => {
      for (let count = 0; count < 40; count++) await take(store, limit({ key: `["session:${count}"]` }));
      vi.setSystemTime(NOON + 2 * 60_000);
      const rows: number[] = [];
      for (let count = 0; count < 3; count++) {
        await take(store, limit({ max: 9 }));
        attack(folder, (db) => rows.push(Number(db.prepare("SELECT count(*) FROM limit_calls").pluck().get())));
      }
      expect(rows).toEqual([9, 2, 3]);
    }));
});

describe("a limit on a day", () => {
  const daily = limit({ kind: "daily", windowMs: 0 });

  it("starts anew at midnight UTC", () =>
    withClocks(async (store) => {
      await take(store, daily);
      await take(store, daily);
      expect(await used(store, daily)).toEqual({ used: 2, freeAt: NOON + 12 * HOUR });
      expect(await take(store, daily)).toEqual({
        ok: false,
        code: "RATE_LIMITED",
        message: "limit `l1` is used up: 2/2 calls since midnight UTC of agent:claude; try again in 12h",
        retryAfterMs: 12 * HOUR,
      });
      vi.setSystemTime(NOON + 12 * HOUR);
      expect(await used(store, daily)).toEqual({ used: 0, freeAt: null });
      expect(await take(store, daily)).toMatchObject({ ok: true });
    }));

  it("is not given twice by a clock that is set back over midnight, and not kept for ever", () =>
    withClocks(async (store, clock) => {
      vi.setSystemTime(NOON + 12 * HOUR);
      await take(store, daily);
      await take(store, daily);
      vi.setSystemTime(NOON + 11 * HOUR);
      expect(await used(store, daily)).toMatchObject({ used: 2 });
      clock.now += DAY;
      expect(await used(store, daily)).toMatchObject({ used: 0 });
    }));
});

describe("a limit on calls at once", () => {
  const atOnce = limit({ kind: "concurrent", windowMs: 0 });

  it("is freed by the end of a call", () =>
    withStore(async (store) => {
      await store.audit.appendIntent(intent("one"), { limits: [atOnce] });
      await store.audit.appendIntent(intent("two"), { limits: [atOnce] });
      expect(await used(store, atOnce)).toEqual({ used: 2, freeAt: null });
      expect(await take(store, atOnce)).toEqual({
        ok: false,
        code: "RATE_LIMITED",
        message: "limit `l1` is used up: 2/2 calls at once of agent:claude; try again when one of them has ended",
      });
      await store.audit.appendOutcome(outcome("one"));
      expect(await take(store, atOnce)).toMatchObject({ ok: true });
    }));

  it("does not count calls of a process that is gone, before and after they are closed", () =>
    withStore(async (store, folder) => {
      await store.audit.appendIntent(intent("orphan"), { limits: [atOnce] });
      const gone = renderIdentity({ ...ownIdentity(), pid: 2 ** 22 + 1 });
      attack(folder, (db) => db.prepare("UPDATE running_calls SET writer = ?").run(gone));
      expect(await used(store, atOnce)).toMatchObject({ used: 0 });
      const other = await open(folder);
      expect(other.recovered).toHaveLength(1);
      expect(await used(other, atOnce)).toMatchObject({ used: 0 });
      await other.close();
    }));

  it("gives the last place to one of two processes", () =>
    withStore(async (store, folder) => {
      const other = await open(folder);
      const claims = { limits: [limit({ kind: "concurrent", max: 1 })] };
      const results = await Promise.all([
        store.audit.appendIntent(intent("mine"), claims),
        other.audit.appendIntent(intent("theirs"), claims),
        store.audit.appendIntent(intent("mine too"), claims),
      ]);
      expect(results.map(({ ok }) => ok).filter(Boolean)).toHaveLength(1);
      await other.close();
    }));
});

interface Step {
  readonly kind: LimitKey["kind"];
  readonly max: number;
  readonly passes: number;
}

describe("limits as a whole", () => {
  const step = fc.record<Step>({
    kind: fc.constantFrom("rate", "daily", "concurrent"),
    max: fc.integer({ min: 1, max: 4 }),
    passes: fc.oneof(fc.integer({ min: 0, max: 30_000 }), fc.integer({ min: 0, max: DAY })),
  });

  it("agree with counting every call that was let through", () =>
    fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 40 }), (steps) =>
        withClocks(async (store, clock) => {
          const taken: { kind: LimitKey["kind"]; at: number }[] = [];
          let now = NOON;
          for (const { kind, max, passes } of steps) {
            now += passes;
            clock.now += passes;
            vi.setSystemTime(now);
            const key = limit({ id: kind, kind, max });
            const counted = taken.filter((call) => call.kind === kind && doesCount(kind, call.at, now));
            expect(await used(store, key)).toMatchObject({ used: counted.length });
            const result = await take(store, key);
            expect(result.ok).toBe(counted.length < max);
            if (result.ok) taken.push({ kind, at: now });
            else if (kind === "rate") {
              const free = counted.map(({ at }) => at + 60_000).sort((a, b) => a - b)[counted.length - max] ?? 0;
              expect(result.retryAfterMs).toBe(free - now);
            }
          }
        }),
      ),
      { numRuns: 40 },
    ));
});

function doesCount(kind: LimitKey["kind"], at: number, now: number): boolean {
  if (kind === "concurrent") return true;
  return kind === "rate" ? now - at < 60_000 : Math.floor(at / DAY) === Math.floor(now / DAY);
}
