import { expect, it } from "vitest";
import { createEventLog } from "./event-log.ts";
import type { EventLog } from "./event-log.ts";

const message = (text: string): never => ({ jsonrpc: "2.0", method: "x", params: { text } }) as never;

async function replay(log: EventLog, from: string): Promise<readonly string[]> {
  const found: string[] = [];
  await log.replayEventsAfter(from, { send: (_, one) => Promise.resolve(void found.push(JSON.stringify(one))) });
  return found;
}

it("gives back what came later on the same stream", async () => {
  const log = createEventLog({ free: 10_000 });
  const start = await log.storeEvent("a", {} as never);
  await log.storeEvent("b", message("of b"));
  const one = await log.storeEvent("a", message("one"));
  await log.storeEvent("a", message("two"));
  expect((await replay(log, start)).join()).toMatch(/one.*two/);
  expect((await replay(log, one)).join()).not.toContain("one");
  expect(await log.getStreamIdForEventId?.(one)).toBe("a");
});

it("keeps no more than its own room and that of all, and gives it back", async () => {
  const room = { free: 3_000 };
  const [log, other] = [createEventLog(room, 2_000), createEventLog(room, 2_000)];
  for (let at = 0; at < 100; at += 1) await log.storeEvent("a", message("x".repeat(200)));
  expect(room.free).toBeGreaterThanOrEqual(1_000);
  for (let at = 0; at < 100; at += 1) await other.storeEvent("a", message("x".repeat(200)));
  expect(room.free).toBeGreaterThanOrEqual(0);
  log.clear();
  other.clear();
  expect(room.free).toBe(3_000);
  for (let at = 0; at < 1_000; at += 1) await log.storeEvent("a", {} as never);
  expect(room.free).toBeGreaterThanOrEqual(3_000 - 2 * 500);
});

it("does not keep what is longer than its room, nor forgets it had a number", async () => {
  const log = createEventLog({ free: 1_000 });
  const first = await log.storeEvent("a", message("small"));
  const large = await log.storeEvent("a", message("x".repeat(5_000)));
  expect(large).not.toBe(first);
  expect(await log.getStreamIdForEventId?.(large)).toBeUndefined();
  await expect(replay(log, large)).rejects.toThrow("not known any more");
});
