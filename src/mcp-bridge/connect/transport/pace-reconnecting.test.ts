import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { paceReconnecting } from "./pace-reconnecting.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it.each([
  [0, 100],
  [1_500, 1_500],
  [Number.MAX_SAFE_INTEGER, 60 * 60_000],
])("waits for %d ms as for %d ms", (delayMs, afterMs) => {
  const reconnect = vi.fn();
  paceReconnecting()(reconnect, delayMs, 0);
  vi.advanceTimersByTime(afterMs - 1);
  expect(reconnect).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(reconnect).toHaveBeenCalledOnce();
});

it("becomes slow with a server that ends every stream at once, and not for ever", () => {
  const schedule = paceReconnecting();
  const times: number[] = [];
  const again = (): void => {
    times.push(Date.now());
    schedule(again, 0, 0);
  };
  schedule(again, 0, 0);
  vi.advanceTimersByTime(60_000);
  expect(times.length).toBeLessThan(35);
  vi.advanceTimersByTime(120_000);
  expect(times.length).toBeLessThan(90);
});

it("can be called off", () => {
  const reconnect = vi.fn();
  const cancel = paceReconnecting()(reconnect, 0, 0);
  if (cancel !== undefined) cancel();
  vi.advanceTimersByTime(60_000);
  expect(reconnect).not.toHaveBeenCalled();
});
